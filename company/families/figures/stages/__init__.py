"""From a table to figure cases, stage by stage: what is drawn, asked for, revised, drawn from the words, aligned."""
