"""Models by name: `procedural` (built in); every one is an AutoGen chat client behind the ledger."""
