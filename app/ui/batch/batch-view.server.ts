import type { Batch, BatchPost, BatchRow } from '#app/models/batch.server.ts'
import { formatFor } from '#app/models/batch-files.ts'
import { signLink } from '#app/services/signed-link.server.ts'
import { type BatchFormat, batchFormats } from '#app/utils/batch-format.ts'
import { type Offer, offer, qualityOf } from '../downloader/post-view.server.ts'

/** What the page of a batch shows, with links that work for ten minutes. */
export type BatchView = {
  version: number
  rows: BatchRowView[]
  zipHrefs: Record<BatchFormat, string>
}

export type BatchRowView =
  | Exclude<BatchRow, { state: 'ready' }>
  | (Omit<Extract<BatchRow, { state: 'ready' }>, 'post'> & { post: BatchPostView })

export type BatchPostView = Pick<BatchPost, 'postId' | 'title' | 'author' | 'durationSeconds'> & {
  kind: 'video' | 'slideshow'
  coverHref: string | null
  /** What each choice saves of it; null when it has nothing of the kind. */
  offers: Record<BatchFormat, Offer | null>
}

export function batchView({ version, rows }: Batch, token: string): BatchView {
  return {
    version,
    rows: rows.map((row) => (row.state === 'ready' ? { ...row, post: postView(row.post) } : row)),
    zipHrefs: byFormat(
      (format) => `/batch/${token}/zip/${format}?${signLink('batch', token, format)}`,
    ),
  }
}

function postView(post: BatchPost): BatchPostView {
  const { postId, title, author, durationSeconds, hasCover } = post
  return {
    postId,
    title,
    author,
    durationSeconds,
    kind: post.images > 0 ? 'slideshow' : 'video',
    coverHref: hasCover ? `/cover/${postId}?${signLink('cover', postId, 'cover')}` : null,
    offers: byFormat((choice) => offerFor(post, choice)),
  }
}

function offerFor(post: BatchPost, choice: BatchFormat): Offer | null {
  const format = formatFor(post, choice)
  if (format === null) return null
  const file = format === 'mp4' ? post.video : format === 'hd' ? post.hd : null
  return offer(post.postId, format, file?.bytes ?? null, qualityOf(file))
}

function byFormat<T>(make: (format: BatchFormat) => T): Record<BatchFormat, T> {
  const [mp4, hd, mp3] = batchFormats
  return { mp4: make(mp4), hd: make(hd), mp3: make(mp3) }
}
