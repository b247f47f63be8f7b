"""Figures that are to be drawn from words and data: query + data → one picture (MatPlotBench, MatPlotAgent)."""
