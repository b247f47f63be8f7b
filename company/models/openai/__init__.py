"""Any server that speaks OpenAI's chat completions, through the `openai` client."""
