import type { TemplateId } from './template-names.ts'

/**
 * Emails that ask for a link. Writers replace the parts in [brackets], except `[site name]`, `[site
 * address]` and `[your name]`, which `fillTemplate` fills in.
 */

export type OutreachTemplate = { id: TemplateId; subject: string; text: string }

export type TemplateValues = { siteName: string; siteAddress: string; yourName: string }

export const outreachTemplates: OutreachTemplate[] = [
  {
    id: 'guest-post',
    subject: 'An article for [their site]: [working title]',
    text: `Hi [first name],

Your piece on [their article] answered a question I'd had for a while, especially the part about [detail].

I run [site name], and I'd like to write something for your readers that you don't have yet:

  [working title]
  - [first point, with the example you would use]
  - [second point]
  - [what a reader can do after reading]

It would be about [number] words, written only for you and not published anywhere else, and you can edit it as you like. All I ask for is one line about me with a link to [site address]. If a link isn't possible, just the name is fine.

Here's something I've written before, so you can judge the style: [link]

Would you like to see a draft?

Best regards
[your name]`,
  },
  {
    id: 'resource-page',
    subject: 'A suggestion for your list of [subject]',
    text: `Hi [first name],

I found your list of [subject] at [address of their page] while I was looking for [what you looked for]. [Name of one entry] was new to me and is now in my bookmarks, so thank you.

I run [site name]. It [what it does, in one sentence], costs [price or nothing], and might fit under [heading on their page]:

  [site address]

What it can't do: [an honest limit]. I mention it so you don't have to find out yourself.

If it isn't right for the list, there's no need to answer. And in case it's useful, the link to [another entry] on that page currently leads to an error.

Best regards
[your name]`,
  },
  {
    id: 'broken-link',
    subject: 'A broken link on [title of their page]',
    text: `Hi [first name],

Just a quick note from a reader. On your page

  [address of their page]

the link "[words of the link]" leads to a page that no longer exists ([address it leads to]).

If you'd like to replace it, the old page is still in the Internet Archive at [archived address]. I've also written about the same subject more recently:

  [your page's address]

Use either one, or just remove the link. I thought you'd want to know.

Best regards
[your name]
[site name]`,
  },
  {
    id: 'product-review',
    subject: '[site name], in case you review [kind of tool]',
    text: `Hi [first name],

I read your review of [product]. You tested [what they tested] where others only repeat the press release, which is why I'm writing to you.

I'm the maker of [site name] ([site address]). In three lines:

  What it does: [one sentence]
  Who it's for: [one sentence]
  Where it's weaker than the others: [one sentence]

Would you like to try it? You'd get full access, free and without conditions. I won't ask to see the review before it's published or ask for a good word. If you do write about it, please say that you had free access.

If something doesn't work while you're testing, tell me and I'll fix it for everyone.

Best regards
[your name]`,
  },
  {
    id: 'statistics-mention',
    subject: 'A figure for your article on [subject]',
    text: `Hi [first name],

In your article on [subject] you write that [their statement]. There's a newer figure, and I thought you'd like to have it with its source:

  [figure], [what was counted], [period]
  Source: [who published it, with date and link]

We've collected this and [number] more at [site address], each with its source and how it was worked out, so you can check it yourself.

Feel free to quote it. A link to the page helps your readers check, but please name the original source first.

Best regards
[your name]
[site name]`,
  },
  {
    id: 'interview',
    subject: 'Five questions for you, in writing',
    text: `Hi [first name],

I'm collecting short interviews with people who [what they do] for [site name]. Your [work, talk or clip] is the reason I'm asking you: [what you noticed about it].

Five questions, in writing, whenever it suits you:

  1. [question only this person can answer]
  2. [question]
  3. [question]
  4. What do you wish you'd known earlier?
  5. Whose work should more people see?

You'll see the final text before it's published and can change what you said. We'll link to one page of your choice. Share it or not, as you like.

Here's an earlier one: [link to it]

Would you like to take part?

Best regards
[your name]`,
  },
  {
    id: 'testimonial',
    subject: 'A few lines about [their product], if you can use them',
    text: `Hi [first name],

We've used [their product] at [site name] for [how long], mostly for [what you use it for]. [One concrete result: what got quicker, cheaper or better, with a number if there is one.]

If you show what customers say, please use this:

  "[Two sentences in your own words. Concrete, true, and no superlatives.]"
  [your name], [site name], [site address]

I'm also happy to answer questions from people who are thinking about buying it.

One thing I miss, in case you'd like to know: [honest wish].

Best regards
[your name]`,
  },
  {
    id: 'podcast',
    subject: 'A guest for [podcast]: [subject in five words]',
    text: `Hi [first name],

I listened to your episode with [guest]. The moment about [detail] stayed with me, and I think there's a second half to that story.

I run [site name] and have spent [how long] on [subject]. Here are three things I could talk about, each with an example that isn't on the internet yet:

  - [a mistake and what it cost]
  - [something most people believe that turned out to be wrong]
  - [what a listener can try the same evening]

I have a quiet room, a decent microphone and no product to push. Half an hour of preparation is enough for me, and [days and times, with time zone] usually work.

You can hear me here: [link]. Everything else about me is at [site address].

Best regards
[your name]`,
  },
  {
    id: 'unlinked-mention',
    subject: 'Thank you for mentioning [site name]',
    text: `Hi [first name],

Someone pointed me to [title of their page], where you mention [site name]. Thank you! [A sentence on what they got right, or what you liked.]

I have one small wish. Your readers currently have to search for us, and there are look-alikes. Next time you edit that page, would you link the name to

  [site address]

If your guidelines don't allow it, that's perfectly fine.

If you write about [subject] again, I'm happy to answer questions or look something up for you, quickly and without asking for credit.

Best regards
[your name]`,
  },
  {
    id: 'follow-up',
    subject: 'Re: [your first subject]',
    text: `Hi [first name],

Last week I wrote to you about [what you wrote about]. In case it got lost, here it is in one sentence:

  [what you offer, and what it does for their readers]

If it's not for you, there's no need to answer. This is the last you'll hear from me about it.

I also noticed [something useful to them: a typo, a broken link, a newer source]. I thought you'd want to know either way.

Best regards
[your name]
[site name], [site address]`,
  },
]

/** Fills in known placeholders; the others stay, to be filled in by hand. */
export function fillTemplate(
  text: string,
  { siteName, siteAddress, yourName }: TemplateValues,
): string {
  const known = new Map([
    ['[site name]', siteName],
    ['[site address]', siteAddress],
    ['[your name]', yourName],
  ])
  return text.replace(/\[[^\]]+\]/g, (place) => known.get(place) || place)
}
