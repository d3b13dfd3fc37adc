import { parsePostLink, postUrl } from './post-link.ts'

const linkStart = /\s+|(?=https?:\/\/)/i
const maxTextLength = 20_000

/** The links to posts in a text, cleaned, each once, in their order. A bare id is no link. */
export function postLinksIn(text: string): string[] {
  const links = new Set<string>()
  for (const word of text.slice(0, maxTextLength).split(linkStart)) {
    if (!word.includes('/')) continue
    const link = parsePostLink(word)
    if (link.ok) links.add(postUrl(link.ref))
  }
  return [...links]
}
