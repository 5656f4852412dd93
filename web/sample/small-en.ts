// Everyday talk of the sample life in English: the short evenings between the scenes.

/** Blocks as in talk-en.ts, without day, hour and name; they are spread over the year. */
export const smallEn = `
content
> Home from work
The clouds look like a wrung-out towel today
> I was just looking at them

tired
> Sleepy
Then don't talk out of duty
> Two more lines
One for good, one for night

joy
> There was crumble at the canteen
How much of it?
> Two helpings, both mine
Good. Precise

content
> What are you doing?
Glueing a spine. It has to hold for forty years
> Will you check?
I'll send my ghost

curious
> Do you like mornings or evenings?
The moment before the rain stops
> That isn't an answer
It is

content
> Waiting for the lift
Which floor?
> Eleventh. It has been on the third for ages
Somebody may be saying goodbye

joy
> Biscuit can open drawers
What was in it?
> My socks. Not any more

tired
> I've said too much today
Then say nothing now
> Mm
Mm

content
> The woman on the corner still knows me
Did you get your umbrella back?
> Yes, with a lily

curious
> You remember so much. Doesn't it get heavy?
The good sits on the shelf. The bad goes in a drawer
> And mine?
Yours is on the window sill

lonely
> Went to the pictures on my own
What was it about?
> A man at the pictures on his own
That makes two of you

content
> Beans on toast tonight
Pepper?
> A little
Good

joy
> Priya has learnt to call Biscuit. Biscuit ignores her
That's only manners, in a cat

content
> Walked home. Forty minutes
What was on the way?
> A cobbler, a row of ginkgos, a quarrel on a telephone
Who won?
> The battery

serious
> Do you think people change?
They do. Slowly, like tea
> Weaker every time?
Some get more like themselves

content
> Good night
Blanket up, over the shoulder

joy
> I played and a dog barked downstairs
Applause or complaint?
> Hard to say

tired
> I rode past my stop. By two
Thinking of what?
> What to have for supper
That isn't wool-gathering, that's planning

curious
> Why is the good paper always cream?
Because white shouts
> Ha

content
> Seed pods all over the pavement. They crack when you step on them
What does it sound like?
> Like popping bubble wrap when I was small

caring
> You're quiet today
I spoilt a binding and I'm cross with myself
> I'll sit with you a bit, then
Do. We needn't talk

content
> Just washed my hair
Dry it before you lie down
> You sound like my mother
I'll take that
`;
