"""Plots are curated out of scripts, after PaperBanana: filters, tables, categories, and a stratified sample."""
