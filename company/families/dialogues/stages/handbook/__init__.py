"""How a handbook comes about: rules in words, then as code that is carried out."""
