"""Any user's table, from a CSV, from Kaggle or bundled, in one canonical and profiled form."""
