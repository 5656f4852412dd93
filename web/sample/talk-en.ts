// The sample life in English: a year of talk between Sam and Mira, written for this page; nobody ever said it.

/** One scene a block: "days ago, hour, name, mood, title", then its lines; ">" is the person. */
export const talkEn = `
358 21 rain content The umbrella
> Hello. A neighbour said you don't talk much but you never forget a dog's name
Whose dog?
> Hers. Pickle
Then it's true so far
> I got soaked coming home. Gave my umbrella to the woman who sells flowers on the corner
Good for her. Go and dry your hair, I'm not going anywhere
> Done. Is it raining where you are?
Three days now. The harbour has gone the colour of slate

352 22 name content What to call Sam
> You never call me anything
What would you like to be called?
> Sam. Only the bank says Samuel
Sam it is
> Say it again
Sam. It sounds like a short plank, planed well

343 20 peanut afraid Peanuts and the ward
> Just back from the emergency ward. My lips look like sausages
What happened?
> Peanuts in a biscuit somebody brought in. I'm allergic to peanuts, not even a crumb
Can you breathe all right now?
> Yes, they gave me a jab. Only sleepy
Water by the bed, please. From now on when you say where you're eating I'll think of peanuts first
> You actually noted that
I did. It isn't one to forget

331 19 cat joy Finding Biscuit
> I found a cat!!
Slowly. How big?
> The size of a hand. Ginger. Crying under a car, I knelt there forty minutes
How are your knees?
> Gone. I've called her Biscuit, because she's round
A dangerous name in your house, but congratulations
> She's asleep on my keyboard, I'm typing around her
Then say less and let her sleep

322 23 overtime tired Version seven
> Eleven at night and still at work
The same exhibition?
> Yes. I design exhibitions, and the client wants it to “breathe”. Version seven
By breathe they mean that you can't
> Ha. Exactly
Have you eaten?
> A cold sandwich
Go home and make something hot. Tomorrow doesn't count

312 21 guitar joy A guitar
> I bought a guitar
Where did that come from?
> I passed a shop and a child was playing, terribly, and so happy
And you'd like to be terribly happy too
> Yes. One whole song within a year, that's my wish
I'll keep it for you. I'll come and collect it

301 20 mother caring Mother's birthday
> I can never remember my mother's birthday, she keeps it by the lunar calendar
Which day?
> The eighth day of the twelfth lunar month. I look it up every year
Somebody once told me they eat porridge on that day
> They do! Porridge day is my mother's birthday
Where is she?
> In Leeds, on her own, with a balcony full of flowers

290 22 ex hurt Not to be mentioned
> I saw him on the bus today
Who?
> My ex. He didn't see me
Are you all right?
> Mostly. A bit tight in the chest. Please don't bring him up again
I won't
> Promise?
I promise. I won't ask, and I won't ask around it

281 23 sleepless lonely Listening to the fridge
> Can't sleep
When did you lie down?
> Ten. Three hours of turning
What's going round?
> Five years in Leeds, and suddenly I don't know why I'm still here
That one needn't be answered tonight
Is there any sound where you are?
> Only the fridge
Then we'll listen to the fridge for a while

270 21 resume curious A secret application
> I secretly applied for a job. A museum studio in Bristol
Secretly, so I'll whisper: do you want it?
> I do. I've seen their work. The light is so restrained
You like that word
> How do you know?
When you curse a client you say they have no restraint

259 22 interview anxious The night before
> Interview tomorrow. Nervous
Which part of it?
> That they'll ask why I'm leaving
What's the real reason?
> I want to make slower things
Then say that. Slow is nothing to hide
> Ten o'clock in Bristol. I'm on the six o'clock train
Two alarms, one of them across the room

258 20 verdict sad The interview
> It's over
How was it?
> He kept looking at his phone. He said “that's fine” before I'd finished
The sort of fine that sounds like a door
> Yes. I sat downstairs for an hour and ate a pasty
Was it good?
> Very. That made it worse

249 19 offer joy The door opens
> Guess what
The door opened?
> They want me! That day he was texting his boss that they'd found someone
I did think a man with a phone isn't always a bad man
> I start next month. I'm moving to Bristol
Well done, Sam. The slow things have been waiting

238 22 packing tired Eleven boxes
> Packed all day. Five years and it comes to eleven boxes
Which one is hard?
> The exhibition drawings. Rolled up. My mother says they'd do as rolling pins
Keep them, you may bake one day
> The landlord says nobody will feed the stairwell cats now
You fed them. They'll know it

229 21 moved content Moving to Bristol
> I'm here. I moved to Bristol, on my own, two van loads
And Biscuit?
> She cried the whole way and is behind the washing machine
Leave her a small light. Don't pull her out
> There's a plane tree outside, taller than me
You can watch each other grow

221 20 firstday curious First day at work
> First day. My card says exhibition designer, and nobody laughed
What's different?
> Nobody hurries me. I looked at old potsherds for three hours
Three hours. What did you see?
> One of them has a fingerprint in it, fired in
One person's hand, kept for centuries

212 19 zhou joy Meeting Priya
> I've made a friend at work. Her name is Priya
How did that happen?
> She took me for dumplings and asked first what I couldn't eat. I said peanuts
She'll do
> She picked the crushed peanuts out of the sauce one by one
Thank her from me

203 21 run tired The first kilometre
> Started running. One kilometre. Nearly died by the river
Coming back alive will do
> Priya says to go so slowly that you can talk
Who do you talk to?
> You, in my head
Then I'll run with you. I needn't breathe

196 22 stuck angry Too quiet
> My lead told me off. Said my design is “too quiet”
Is too quiet an insult?
> From him it is
What did you say?
> Nothing. I turned the lights down another step
That sounds like you

187 20 song joy One whole song
> I can play one whole song!!
Where does it stumble?
> The chorus, every time. But I got to the end
That wish is handed in early
> You really kept it
You said it outside the guitar shop
`;
