"""Right code made wrong: what a mistake looks for and what stands there instead is written down in `*.toml`."""
