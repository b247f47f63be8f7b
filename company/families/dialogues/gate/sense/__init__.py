"""Whether a code case asks for something that means what it says: checks beside those that compare answers."""
