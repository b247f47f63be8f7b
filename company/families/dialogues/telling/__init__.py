"""Runs and cases of dialogues as people read them: chats on a page and in a terminal, and what a case asks."""
