"""The four roles and how they converse: AutoGen agents in conversations that are kept whole."""
