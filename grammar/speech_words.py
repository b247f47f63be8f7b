"""The sentences of data scientist and chatbot that are not about results."""

from __future__ import annotations

MOVING_ON = (
    "Never mind, (let us|let's) leave that and (try something else|go on).",
    "That did not work out, but (it is|that's) fine, (let us|let's) move on.",
    "No problem, I can do without it for now.",
    "(Okay|Alright), it seems that this is harder than I thought; I will come at it from another side.",
    "It is a pity that this failed, but it was not the main point.",
    "Let us not lose time over that one.",
    "Fine, we can skip this.",
    "Do not worry about that, something else matters more.",
    "I see that it went wrong, so let me ask for something simpler.",
    "Too bad, but there is more than one way to get there.",
)

TRANSITIONS = (
    "{first} also wants to know: {question}",
    "That brings me to the next thing {first} asked: {question}",
    "The next question (of|from) {first} is this one: {question}",
    "Now for something that matters to {first}: {question}",
    "(Let us|Let's) turn to another point: {question}",
    "As {a_job}, {first} keeps asking: {question}",
    "What I have not answered yet is this: {question}",
    "I wonder about the next one: {question}",
    "(Let me|I'd like to) look at something else now: {question}",
    "On my list for {first} it says: {question}",
    "Here is what I would like to find out now: {question}",
    "So far, so good; but {question}",
    "There is one thing that {first} will ask me for sure: {question}",
    "I have been thinking about the next step: {question}",
    "Next I want to get to the bottom of this: {question}",
    "For “{scenario}”, one question is still open: {question}",
    "Back to what {first} came for: {question}",
    "My client, {first}, would act on the answer to this: {question}",
    "When I spoke to {first}, this came up first: {question}",
    "In short, what {first} needs is an answer to this: {question}",
    "Now that we have come this far, {question}",
    "To make any headway with “{scenario}”, I have to know more: {question}",
    "{first} and I agreed on this as well: {question}",
    "With “{scenario}” in mind, I ask myself: {question}",
    "My client {first} has (another|one more) question, and I would like to prepare the answer.",
    "(Let us|Let's) go on with the next point (on|of) my list for {first}.",
    "There is another thing that I promised {first} to look into.",
    "I want to look at it from a side that {first} cares about.",
    "The next part is the one that {first} is waiting for.",
    "(Okay|Alright), new topic, but still for {first}.",
)

CONTEXTS = (
    "The next point of the analysis is as follows: {question}",
    "For {first}, {a_job}, this question has to be answered: {question}",
    "This concerns the question that was agreed on with {first}: {question}",
    "As part of “{scenario}”, the client asks: {question}",
    "The question to be answered here is: {question}",
    "In the plan for {first} it says: {question}",
    "One of the agreed questions reads: {question}",
    "The client, {a_job} by profession, would like to know: {question}",
    "The following serves to answer this question: {question}",
    "We now come to this question: {question}",
    "This step belongs to “{scenario}”.",
    "The next result is needed for {first}, who asked for it in the plan.",
    "What follows is one of the points that {first} and I agreed on.",
    "The following concerns a point that {first} will base a decision on.",
)

PURPOSES = (
    "The aim (of it|behind it) is to {goal}.",
    "In the end, {first} wants to {goal}.",
    "It is meant to help {first} to {goal}.",
    "The result will go into the report for {first}.",
    "It should be exact, since {first} will rely on it.",
)

CLOSINGS = (
    "That answers everything I had for {first}. Thank you for your help!",
    "Thank you, with this I can go back to {first}.",
    "That is all that I need for now; {first} will be pleased.",
    "I think we have covered every point of the plan. Thanks a lot!",
    "Great, that was the last question. Thank you for your patience.",
    "Good, I have what {first} asked for. That is it for today.",
    "This completes what {first} and I had planned. Many thanks.",
    "No more questions from my side. Thank you, this was very useful.",
    "With that, {first} has something to decide upon. Thanks!",
    "I will write it up for {first} now. Thank you very much.",
    "We are through with “{scenario}”. Thank you for going along with all of it.",
)

BACK = (
    "Let me go back to the {name} from earlier.",
    "I would like to return to the {name} that we had before.",
    "Do you remember the {name}? I am not done with it yet.",
    "Coming back to the {name}, there is something that I left open.",
    "Earlier we made the {name}, and now I need it again.",
    "The {name} from a while ago could help here.",
    "I keep thinking of the {name} from before.",
    "Before I forget, there was still the {name}.",
    "It may be time to use the {name} again.",
    "Remember the {name}? It comes in handy now.",
)

VAGUE = (
    "What would you say about the {a}?",
    "Can you look into how the {a} and the {b} hang together?",
    "Could we see the {a} in a more useful way?",
    "Is there anything special about the {a}?",
    "How about the {a}, is that good or bad?",
    "Could you tell me which ones are the best as to the {a}?",
    "Can you check whether the {a} is fine?",
    "What is going on with the {a}?",
    "Could you get me the important ones by {a}?",
    "Do the {a} and the {b} tell the same story?",
    "Can we make something of the {a}?",
    "Is the {a} high or low, in your view?",
    "Which ones would you pick, given the {a} and the {b}?",
    "What can you do with it next?",
    "Which ones are worth a closer look?",
)

CLARIFYING = (
    "Could you tell me more precisely what you would like to know about {a}, and in which form?",
    "I can look at {a} in several ways: do you want single figures, a comparison of groups, or a chart?",
    "Before I write code, may I ask what you mean exactly as far as {a} goes?",
    "There is more than one way to read your question about {a}. Which measure do you have in mind, and for which part "
    "of the data?",
    "Happy to help. What should I compute for {a}, over all of the data or only for a part of it?",
    "To be sure that I answer the right question: which figure for {a} do you need, and how should it be grouped?",
    "Could you say a bit more about what you are looking for and in which form you need it?",
    "I am not sure what you would like me to compute. Could you name the columns and the kind of result?",
    "What exactly should I compare here, and how would you like to get the result?",
    "Should I summarise, filter or plot something for that? Please tell me what you have in mind.",
)

SPECIFICS = (
    "(Fair question|Good question), let me be more precise.",
    "You are right, that was (vague|unclear) of me.",
    "Sorry, I should have been clearer.",
    "Let me put it (differently|more exactly).",
    "What I have in mind is this.",
    "Okay, (in other words|to be exact).",
    "True, one could read that in several ways, so here it is again.",
    "I see why you ask, here is what I mean.",
    "All right, step by step then.",
    "Thanks for asking, this is what I am after.",
    "Right, that needs more detail.",
    "Good that you ask before you start.",
)

INTROS_SHORT = (
    "Sure, let me {do}.",
    "Here is the code to {do}.",
    "Of course. This will {do}.",
    "The following code will {do}.",
    "Certainly, I will {do}.",
    "To {do}, you can run this.",
    "I will {do} for you.",
    "Okay, I {do} here.",
    "Below I {do}.",
    "In this step I {do}.",
    "The code below will {do}.",
    "Gladly, let me {do}.",
)

INTROS = (
    "Sure. To {do}, I have written the following code.",
    "Of course, here is some code that will {do} as you asked.",
    "Certainly! The code below will {do} and show you the result.",
    "No problem, this is how we can {do} with pandas.",
    "To {do}, I go step by step in the following code.",
    "I understand. Let me {do} and then show you the result.",
    "Here is one way to {do}, with the result shown at the end.",
    "Let us {do}; the code for it follows, and the result comes last.",
    "Right, I will {do} and keep the result for later.",
    "That is quickly done: the code below will {do} for you.",
    "You can {do} like this, and the result is kept under its own name.",
    "Yes, I can {do}; please find the code for it below.",
    "All right, I am going to {do} so that you can see it.",
    "The following lines {do}, and print what comes out of it.",
    "Happy to help: these few lines of code {do} for you.",
    "For this I {do}, and store the result so that we can use it later.",
    "I would {do} in the following way, using what we have so far.",
    "Good idea. I will now {do} and print what comes out.",
    "We can {do} in a few lines, which I have written below.",
    "As requested, the code below will {do} and display the outcome.",
    "Let me {do} first, so that you can judge the result yourself.",
    "Understood, this piece of code is going to {do} for you.",
)
