"""The family of vector graphics: questions on drawings as code, and drawings from captions."""
