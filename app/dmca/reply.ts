/** Maximum number of reply templates, and their lengths. */
export const mostTemplates = 40
export const templateLimits = { name: 80, body: 1500 } as const

export type ReplyPlaces = { report: string; posts: string; site: string }

/** Descriptions of the placeholders, for writing a template. */
export const replyPlaces: Readonly<Record<keyof ReplyPlaces, string>> = {
  report: 'the report’s number, such as DMCA-0012',
  posts: 'how many posts it names, such as “3 posts”',
  site: 'this site’s name',
}

/** Fills in a note's placeholders. Other braces stay as they are. */
export function fillReply(note: string, places: ReplyPlaces): string {
  return note.replace(/\{(report|posts|site)\}/g, (_, name: keyof ReplyPlaces) => places[name])
}
