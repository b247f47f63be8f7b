"""The review for programs: `/api/v1`, by tokens, under the rules of the pages.

problems    what is answered where something is refused, and how the description tells of it
bearing     who sends a request, by the token that it bears
shapes      what is sent and answered
items       what there is to judge: searched, opened, taken in hand, solved
verdicts    what was said, and saying something
figures     progress, agreement, and the queue as a file
door        all of it as an application, with its description
"""
