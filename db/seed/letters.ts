/** What the demo's outreach emails say. Their places are those of the templates. */
export const firstLetters = [
  {
    templateId: 'guest-post',
    subject: 'An article for {their site}: captions people can read',
    text: `Hi {first name},

Your piece on filming with a phone answered a question I’d had for a while, especially the part about light.

I run {site name}, and I’d like to write something for your readers that you don’t have yet: captions that people can read on a bus, with three examples. It would be about 900 words, written only for you. All I ask for is one line about me with a link to {site address}.

Would you like to see a draft?

Best regards
{your name}`,
  },
  {
    templateId: 'resource-page',
    subject: 'A suggestion for your list of tools',
    text: `Hi {first name},

I found your list of tools at {their page} while I was looking for a way to trim clips. Two of them are in my bookmarks now, so thank you.

I run {site name}. It saves short videos without a watermark, it’s free, and it might fit under “Video”:

  {site address}

What it can’t do: save private posts. I mention it so you don’t have to find out yourself. If it isn’t right for the list, there’s no need to answer.

Best regards
{your name}`,
  },
  {
    templateId: 'broken-link',
    subject: 'A broken link on your page about clips',
    text: `Hi {first name},

Just a quick note from a reader. On {their page}, the link “how to keep a video” leads to a page that no longer exists.

If you’d like to replace it, I’ve written about the same subject at {site address}/help. Or just remove the link. I thought you’d want to know.

Best regards
{your name}
{site name}`,
  },
] as const

export const followUpLetter = {
  subject: 'Re: {their site}',
  text: `Hi {first name},

Last week I wrote to you about {their site}. In case it got lost, it was about a link to {site address}.

If it’s not for you, there’s no need to answer. This is the last you’ll hear from me about it.

Best regards
{your name}`,
} as const

export const answers = {
  interested: [
    'Thanks, we’d like to add it. Can you send a logo and one sentence for the list?',
    'Good timing: we’re updating that page next week, and I’ve added you.',
  ],
  question: [
    'Who is behind it, and does it keep the links that people paste?',
    'Is it free for schools too? If so, it could go on our page for teachers.',
  ],
  declined: ['Thank you, but we only list tools that we use ourselves.', 'Not for us, sorry.'],
} as const
