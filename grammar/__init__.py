"""The built-in company: answers a model's prompts from a seed, without being a language model.

It reads the fenced JSON brief that every prompt carries and nothing else. The data scientist's questions are made by
a grammar of analysis steps (`steps`), said in words by `language`; the chatbot reads those words back with the same
grammar (`understanding`) and writes code for what it understood. So a question that the chatbot answers is one whose
words were enough.
"""
