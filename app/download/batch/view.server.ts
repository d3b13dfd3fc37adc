import { type Offer, type PostView, viewOf } from '#app/download/lookup/offers.server.ts'
import type { PostFacts } from '#app/download/lookup/post-facts.server.ts'
import { countdownFor } from '#app/download/save/countdown.server.ts'
import { saveProgress } from '#app/download/save/save-progress.server.ts'
import type { SaveProgress } from '#app/download/save/save-progress.ts'
import type { PublicPath } from '#app/i18n/public-path.ts'
import type { SaveFormat } from '#app/posts/save-format.ts'
import { signLink } from '#app/secrets/signed-link.server.ts'
import { settings } from '#app/settings/settings.server.ts'
import type { Batch } from './batch.server.ts'
import { formatFor } from './files.server.ts'
import { type BatchFormat, batchFormats, type RowFormats, rowFormatQuery } from './format.ts'
import type { BatchRow } from './rows.server.ts'

/** The data of a batch's page. Its links work for ten minutes. */
export type BatchView = {
  version: number
  rows: BatchRowView[]
  zip: ZipView
}

/** A batch's ZIP: its links by the format of rows without their own. */
export type ZipView = {
  prepareHrefs: Record<BatchFormat, PublicPath>
  saveHrefs: Record<BatchFormat, PublicPath>
  countdownSeconds: number
  countdownPer: 'post' | 'format'
  progress: SaveProgress
}

export type BatchRowView =
  | Exclude<BatchRow, { state: 'ready' }>
  | (Omit<Extract<BatchRow, { state: 'ready' }>, 'post'> & ReadyPost)

type ReadyPost = {
  post: PostView
  /** The post's format for each choice; null if it has no such file. */
  formats: Record<BatchFormat, SaveFormat | null>
  /** The row's own choice; null if it follows the batch's. */
  own: BatchFormat | null
}

/** Returns the batch as the visitor at `address` sees it; `own` has the formats of single rows. */
export async function batchView(
  { version, rows, zipSave }: Batch,
  token: string,
  address: string,
  own: RowFormats,
): Promise<BatchView> {
  return {
    version,
    rows: rows.map((row) =>
      row.state === 'ready'
        ? { ...row, ...readyPost(row.post, token, address), own: own[row.id] ?? null }
        : row,
    ),
    zip: {
      prepareHrefs: byFormat(
        (format): PublicPath =>
          `/batch/${token}/prepare/${format}${rowFormatQuery(own).replace('&', '?')}`,
      ),
      saveHrefs: byFormat((format) => zipHref(token, format, own)),
      countdownSeconds: countdownFor(address, waitFor(token)),
      countdownPer: settings().countdownPer,
      progress: await saveProgress(zipSave),
    },
  }
}

export function zipHref(token: string, format: BatchFormat, own: RowFormats): PublicPath {
  return `/batch/${token}/zip/${format}?${signLink('batch', token, format)}${rowFormatQuery(own)}`
}

/** The countdown's key for a batch's ZIP, in place of a post's id. */
export const waitFor = (token: string) => `batch ${token}`

function readyPost(post: PostFacts, token: string, address: string) {
  // A batch has no gallery, and a slideshow can have many images.
  const view = viewOf(post, address, { withImages: false })
  // Covers and captions are for one post at a time.
  const formats = view.formats
    .filter(({ format }) => format !== 'cover')
    .map((offer) => inBatch(offer, token))
  return {
    post: { ...view, formats, captions: [] },
    formats: byFormat((choice) => formatFor(post, choice)),
  }
}

/** Adds the batch to an offer's links, so that its row is marked once the file is saved. */
export function inBatch(offer: Offer, token: string): Offer {
  const { prepareHref, saveHref } = offer
  return {
    ...offer,
    prepareHref: `${prepareHref}&batch=${token}`,
    saveHref: `${saveHref}&batch=${token}`,
  }
}

function byFormat<T>(make: (format: BatchFormat) => T): Record<BatchFormat, T> {
  const [mp4, hd, mp3] = batchFormats
  return { mp4: make(mp4), hd: make(hd), mp3: make(mp3) }
}
