import { type PostView, viewOf } from '#app/download/offers.server.ts'
import type { PostFacts } from '#app/download/post-facts.server.ts'
import type { PublicPath } from '#app/i18n/public-path.ts'
import type { SaveFormat } from '#app/posts/save-format.ts'
import { signLink } from '#app/secrets/signed-link.server.ts'
import type { Batch } from './batch.server.ts'
import { formatFor } from './files.ts'
import { type BatchFormat, batchFormats } from './format.ts'
import type { BatchRow } from './rows.server.ts'

/** What the page of a batch shows, with links that work for ten minutes. */
export type BatchView = {
  version: number
  rows: BatchRowView[]
  zipHrefs: Record<BatchFormat, PublicPath>
}

export type BatchRowView =
  | Exclude<BatchRow, { state: 'ready' }>
  | (Omit<Extract<BatchRow, { state: 'ready' }>, 'post'> & ReadyPost)

type ReadyPost = {
  post: PostView
  /** The post's format for each choice; null when it has nothing of the kind. */
  formats: Record<BatchFormat, SaveFormat | null>
}

export function batchView({ version, rows }: Batch, token: string): BatchView {
  return {
    version,
    rows: rows.map((row) => (row.state === 'ready' ? { ...row, ...readyPost(row.post) } : row)),
    zipHrefs: byFormat(
      (format): PublicPath => `/batch/${token}/zip/${format}?${signLink('batch', token, format)}`,
    ),
  }
}

function readyPost(post: PostFacts): ReadyPost {
  // A batch has no gallery, and a slideshow's images are many.
  const view = viewOf(post, { withImages: false })
  return { post: view, formats: byFormat((choice) => formatFor(post, choice)) }
}

function byFormat<T>(make: (format: BatchFormat) => T): Record<BatchFormat, T> {
  const [mp4, hd, mp3] = batchFormats
  return { mp4: make(mp4), hd: make(hd), mp3: make(mp3) }
}
