/** What the demo's outreach emails say. Their places are those of the templates. */
export const firstLetters = [
  {
    templateId: 'guest-post',
    subject: 'An article for {their site}: captions people can read',
    text: `Hello {first name},

Your piece on filming with a phone answered a question I’d had for a while, especially the part about light.

I run {site name}, and I would like to write something for your readers that you don’t have yet: captions that people can read on a bus, with three examples. About 900 words, for you alone. All I ask for is one line about me with a link to {site address}.

Shall I send a draft?

Kind regards
{your name}`,
  },
  {
    templateId: 'resource-page',
    subject: 'A suggestion for your list of tools',
    text: `Hello {first name},

I found your list of tools at {their page} while I was looking for a way to trim clips. Two of them are in my bookmarks now, so thank you.

I make {site name}. It saves short videos without a watermark, it is free, and it might fit under “Video”:

  {site address}

It can’t save private posts, and says so. If it isn’t right for the list, there’s no need to answer.

Kind regards
{your name}`,
  },
  {
    templateId: 'broken-link',
    subject: 'A broken link on your page about clips',
    text: `Hello {first name},

This is a short note from a reader. On {their page}, the link “how to keep a video” leads to a page that no longer exists.

If you’d like to replace it: I’ve written about the same subject at {site address}/help. Or just take the link out. I thought you’d want to know.

Kind regards
{your name}
{site name}`,
  },
] as const

export const followUpLetter = {
  subject: 'Re: {their site}',
  text: `Hello {first name},

Last week I wrote to you about {their site}. In case it got lost: it was about one link to {site address}.

If it’s not for you, there’s no need to answer. This is the last you’ll hear from me about it.

Kind regards
{your name}`,
} as const

export const answers = {
  interested: [
    'Thanks, we would like to add it. Can you send a logo and one sentence for the list?',
    'Good timing, we are renewing that page next week. I have put you on it.',
  ],
  question: [
    'Who is behind it, and does it keep the links that people paste?',
    'Is it free for schools as well? Then it could go on our page for teachers.',
  ],
  declined: ['Thank you, but we only list tools that we use ourselves.', 'Not for us, sorry.'],
} as const
