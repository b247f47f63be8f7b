"""The release gate of a case: code is run and compared, options are executed."""
