import type { Offer, PostView } from '#app/download/lookup/offers.server.ts'
import { recall, recentName, recentOffName, remember } from '#app/download/ui/remembered.ts'
import { isKey } from '#app/posts/key-form.ts'
import type { SaveFormat } from '#app/posts/save-format.ts'
import { parseSaveFormat } from '#app/posts/save-format.ts'
import { smallCover } from './offers.ts'

/** A download remembered on this device. It is never sent anywhere. */
export type RecentSave = {
  postId: string
  title: string
  author: string | null
  format: SaveFormat
  savedAt: number
  /** The cover's link, which works for ten minutes. */
  coverHref: string | null
}

const keptAtMost = 20
const longestTitle = 200

/** Adds a download to the top of the list, unless the visitor turned the list off. */
export function rememberSave(post: PostView, { format }: Offer): void {
  if (recall(recentOffName) !== null) return
  const { postId, title, author } = post
  const entry: RecentSave = {
    postId,
    title: title.slice(0, longestTitle),
    author: author?.slice(0, longestTitle) ?? null,
    format,
    savedAt: Date.now(),
    coverHref: smallCover(post),
  }
  const others = parseRecent(recall(recentName)).filter((other) => other.postId !== postId)
  remember(recentName, JSON.stringify([entry, ...others].slice(0, keptAtMost)))
}

/** Parses the list, leaving out invalid entries. */
export function parseRecent(text: string | null): RecentSave[] {
  if (text === null) return []
  try {
    const entries: unknown = JSON.parse(text)
    return Array.isArray(entries) ? entries.flatMap(parseEntry).slice(0, keptAtMost) : []
  } catch {
    return []
  }
}

function parseEntry(entry: unknown): RecentSave[] {
  if (typeof entry !== 'object' || entry === null) return []
  const { postId, title, author, format, savedAt, coverHref } = entry as Record<string, unknown>
  const parsed = parseSaveFormat(String(format))
  if (typeof postId !== 'string' || !isKey(postId) || parsed === null) return []
  if (typeof title !== 'string' || typeof savedAt !== 'number') return []
  return [
    {
      postId,
      title,
      author: typeof author === 'string' ? author : null,
      format: parsed,
      savedAt,
      coverHref:
        typeof coverHref === 'string' && coverHref.startsWith('/cover/') ? coverHref : null,
    },
  ]
}
