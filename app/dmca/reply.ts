import { figure } from '#app/i18n/figure-text.ts'

/** How many reply templates there can be, and how long they are. */
export const mostTemplates = 40
export const templateLimits = { name: 80, body: 1500 } as const

/** What is filled into a note, by the name of its place. */
export type ReplyPlaces = { report: string; posts: string; site: string }

/** What each place becomes, for whoever writes a template. */
export const replyPlaces: Readonly<Record<keyof ReplyPlaces, string>> = {
  report: 'the report’s number, such as DMCA-0012',
  posts: 'how many posts it names, such as “3 posts”',
  site: 'this site’s name',
}

/** Fills in the places of a note; other braces stay as they are. */
export function fillReply(note: string, places: ReplyPlaces): string {
  return note.replace(/\{(report|posts|site)\}/g, (_, name: keyof ReplyPlaces) => places[name])
}

export function postsText(count: number): string {
  return count === 1 ? '1 post' : `${figure(count)} posts`
}
