"""The families of benchmarks, each in a package of its own; `company.family` says what a family is."""
