// The later half of the sample life in English: talk between Sam and Mira, written for this page; nobody ever said it.

/** Blocks as in talk-en.ts. */
export const talkEnLater = `
178 21 checkup anxious Mother's blood pressure
> My mother's had high blood pressure for half a year and hid it from me
What are you feeling?
> Angry and frightened
Which came first?
> Frightened
Then ring her first. Angry can wait
> I did. She said it was nothing and that the jasmine's out
She changed the subject. Next time ask what it was this morning

169 22 letter content Stop checking
> My mother sent a box, with a note in it
What does it say?
> “Taking the pills. Stop checking.”
That's a letter of surrender
> Under it there was a bag of dried jasmine

161 20 project curious The sound of old things
> My lead has given me the new exhibition. It's called The Sound of Old Things
The quiet one gets sound
> I laughed too. I'd like to begin with clocks
Stopped or going?
> Stopped. There's a reason for every hour they stopped at
You could paint that on the wall

152 23 deadline tired Thirty-seven clocks
> Late again till eleven, but this time I wanted to
And how is that?
> Last time they wanted it. This time I wanted to see it lit
I'll wait until you have
> It's lit. Thirty-seven clocks, all stopped together

143 21 opening joy The opening
> It's open! An old man stood a long time before one of the clocks
What did he say?
> That his at home stopped at the same time
And you?
> I said nothing. I fetched him a chair
That was well done, Sam

134 22 seaside content To the sea
> Went to the sea at Clevedon with Priya
How was it?
> Grey, not blue, but big
Grey is easier to believe
> I picked up a stone for you
Put it on the sill. Biscuit can look at it for me

125 20 picturebook curious The blank book
I've bound a small book, and there's your stone on the cover
> Really? What's inside?
Nothing yet. Blank pages, good paper
> What's it for?
For somebody who'll have a year worth writing down
> I like it already

117 23 catsick afraid Biscuit is ill
> Biscuit has been sick all day and won't eat
Since when?
> This morning. I thought it was a hairball
How many times?
> Six
Go to the vet now. Not tomorrow
> On my way

115 21 catwell content A piece of string
> She's fine. She'd eaten a piece of nylon guitar string
She wants to learn one whole song too
> Don't make me laugh, I've cried for two days
What's she doing?
> Lying on my lap like a warm loaf

106 22 quarrel angry A quarrel with Priya
> I've fallen out with Priya
Over what?
> She showed my drawings to our lead without asking me
Is it the drawings, or the not asking?
> The not asking
Then tell her it was the not asking
> She's just written. She says sorry, she thought I'd be pleased
You see, she had it the wrong way round as well

97 20 cold tired A cold
> I've got a cold, my head aches, three cups of hot water so far
Temperature?
> Thirty-seven eight
Window ajar, not shut. Eaten?
> Priya brought soup. No peanuts
She remembers it better than I do

88 19 cooking joy Mother's stew
> I made my mother's stew today, and it worked
Worked how?
> The colour's right. It tastes seven tenths like hers
What are the other three?
> Her standing there saying “give it a bit longer”

79 21 race curious Signing up
> I've signed up for a half marathon
From one kilometre to twenty-one
> In three months. I can run eight now
Frightened?
> Yes, but the kind that wants to look
Then go and look. I'll stand still at the finish

70 22 balcony content Jasmine on the balcony
> Planted jasmine on the balcony, cuttings from my mother
How many?
> Three. One died
Two left, to keep each other company
> You always make the sum come out

61 23 oldhouse lonely Dreaming of the stairwell
> Dreamt of the stairwell in Leeds. The cats were all there
Did they know you?
> They did, but they wouldn't come
Cats in dreams are like that
> I woke up a bit hollow
Tell me the first thing you saw today
> Biscuit's backside
Well then

52 20 sister joy A sister comes
> My sister is coming to Bristol. Her name is Nell, I've never told you about her
You haven't. Go on
> Six years younger, studying medicine in Glasgow, enormous voice
The opposite of you
> She's teaching our mother to take her blood pressure by video. The whole street knows how by now

43 21 promise caring A month with Mother
> I've decided. Next year my mother comes to stay for a month
Will she?
> She says nobody would water the flowers
Bring the flowers
> True. Then remind me to put a railing up before she comes
It's a promise. Before she comes, I'll remind you of the railing

34 22 hand hurt Three stitches
> Cut my hand hanging the show. Three stitches
Which hand?
> The left, the one on the strings
Does it hurt?
> It does. Mostly that I can't play for a month
Then hum it to me for a month

25 20 hum joy Humming
> I hummed. Did you hear?
I did. I liked the line that went wrong
> Which one?
All of them

16 21 taper anxious Before the race
> The race is next week and my legs are jelly
Tired or afraid?
> Both
Go at your own slow. So slow that you can talk
> Then I'll talk to you on the way
Do

9 20 finish joy The half marathon
> I finished!! Two hours twenty-one
Sam!
> The last two kilometres I kept saying slow, slow
Did you cry at the end?
> On the line. Priya had a sign that said NO PEANUTS
I'd like that sign bound in leather

4 22 scarf content The green scarf
> My mother knitted me a scarf. Green, she says it suits me
Does it?
> She says green doesn't look cold
She's right. Green has a temperature

0 21 tonight curious A show about waiting
> I present the new exhibition next Wednesday. I want it to be about waiting
For people, or for things?
> Either. Station benches, letters never sent, flowers not out yet
Where did you get that?
> From my mother's jasmine
Then begin with the jasmine. What time on Wednesday?
> Two in the afternoon
Good. I've got it
`;
