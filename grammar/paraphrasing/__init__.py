"""The built-in company answers a query in several ways: `ways` finds them, the others rewrite expressions."""
