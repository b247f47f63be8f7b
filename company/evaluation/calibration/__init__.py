"""How hard each case of a benchmark is, by what models made of it: `company calibrate`."""
