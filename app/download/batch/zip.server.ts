import { Readable } from 'node:stream'
import type { CountedRequest } from '#app/analytics/count.server.ts'
import type { PostFacts } from '#app/download/lookup/post-facts.server.ts'
import { type ZipEntry, zipStream } from '#app/download/media/zip.server.ts'
import { fileNamesFor } from '#app/download/save/file-stem.server.ts'
import { openSave } from '#app/download/save/save.server.ts'
import { saveCount } from '#app/download/save/save-count.server.ts'
import { problemAnswer } from '#app/download/save/save-problem.server.ts'
import {
  type SaveCause,
  type SaveProblem,
  saveCause,
  wholeFile,
} from '#app/download/save/save-result.server.ts'
import { widestNetworkOf } from '#app/http/ip-address.ts'
import { safeFileName } from '#app/http/safe-file-name.ts'
import { type Catalogue, type DocumentTexts, fill } from '#app/i18n/catalogue.ts'
import { log } from '#app/observe/log.server.ts'
import { isPostBlocked } from '#app/posts/blocking.server.ts'
import type { StreamSlot } from '#app/posts/running-saves.server.ts'
import { fileName, filesOf, formatFor } from './files.server.ts'
import type { BatchFormat } from './format.ts'
import type { BatchRow } from './rows.server.ts'

/** Max bytes of all files together. */
const mostBytes = 2 * 1024 ** 3
/** Of that, reserved for the list of missing files and the ZIP's own directory. */
const reservedBytes = 1024 ** 2

type Texts = Catalogue & DocumentTexts

type ChosenRow = { row: BatchRow; choice: BatchFormat }

export type BatchZip = {
  rows: readonly ChosenRow[]
  texts: Texts
  counted: CountedRequest
  userId: string | null
  slot: StreamSlot
  /** Aborts when the visitor leaves. */
  left: AbortSignal
  /** Called for each post that the ZIP contains whole. */
  onWhole: (postId: string) => void
}

/**
 * Returns a batch's posts as one ZIP, made while it is read, with one open file at a time. Files
 * that fail, break off or are taken down meanwhile are listed in `not-saved.txt`.
 */
export function batchZip(zip: BatchZip): Readable {
  const { slot, left } = zip
  return zipStream(entriesOf(zip), AbortSignal.any([slot.signal, left]))
}

async function* entriesOf(zip: BatchZip): AsyncGenerator<ZipEntry> {
  const { rows, texts } = zip
  const fileNames = fileNamesFor(zip.counted.headers)
  const missing: string[] = []
  let leftBytes = mostBytes - reservedBytes
  for (const [index, { row, choice }] of rows.entries()) {
    const place = { number: index + 1, of: rows.length, fileNames }
    if (row.state !== 'ready') {
      missing.push(`${row.link}: ${reasonOf(row, texts)}`)
      continue
    }
    const post = new PostInZip(zip, row.post, choice)
    const files = filesOf(row.post, choice, place)
    for (const { path, format } of files) {
      const file = await post.open(path, format, leftBytes)
      if (typeof file === 'string') missing.push(file)
      else {
        yield {
          name: file.name,
          open: async () => file.content,
          mostBytes: leftBytes,
          ended(error, bytes) {
            leftBytes -= bytes
            post.ended(error, bytes)
          },
        }
        const line = await post.afterFile(path)
        if (line !== null) missing.push(line)
      }
    }
    if (files.length === 0) {
      missing.push(`${fileName(row.post, choice, place)}: ${texts.saveProblem.noSoundTitle}`)
    }
    post.finish()
  }
  if (missing.length > 0) {
    const text = [texts.batch.notSaved, '', ...missing, ''].join('\r\n')
    yield { name: 'not-saved.txt', open: async () => Readable.from([Buffer.from(text)]) }
  }
}

/** A post written to a ZIP, counted as a download of its own. */
class PostInZip {
  readonly #zip: BatchZip
  readonly #post: PostFacts
  readonly #signal: AbortSignal
  readonly #count: ReturnType<typeof saveCount>
  #bytes = 0
  #broken: { error: unknown } | null = null
  #cause: SaveCause | null = null
  #isCounted = false

  constructor(zip: BatchZip, post: PostFacts, choice: BatchFormat) {
    this.#zip = zip
    this.#post = post
    this.#signal = AbortSignal.any([zip.slot.sends(post.postId), zip.left])
    const format = formatFor(post, choice) ?? 'mp3'
    const { counted, userId } = zip
    this.#count = saveCount({
      counted,
      userId,
      postId: post.postId,
      format,
      // A ZIP is never sent in parts.
      file: null,
      range: null,
      opens: false,
      onlyContinues: false,
    })
  }

  /** Opens a file, or returns its line for the list of missing files. */
  async open(path: string, format: Parameters<typeof openSave>[0]['format'], mostBytes: number) {
    const { texts } = this.#zip
    try {
      const result = await openSave({
        ...wholeFile,
        postId: this.#post.postId,
        format,
        method: 'GET',
        // Only its extension is used.
        fileNames: 'brand_timestamp',
        signal: this.#signal,
        asker: { network: widestNetworkOf(this.#zip.counted.address), ofBatch: true },
      })
      if (!result.ok)
        return this.#missing(path, problemText(result.problem, texts), saveCause(result.problem))
      const { delivery } = result
      const length = Number(delivery.headers['content-length'] ?? 0)
      if (delivery.body === null || length > mostBytes) {
        delivery.body?.destroy()
        return this.#missing(path, texts.batch.zipFull, 'media: too_large')
      }
      const ending = delivery.fileName.slice(delivery.fileName.lastIndexOf('.'))
      return { name: nameWith(path, ending), content: delivery.body }
    } catch (error) {
      return this.#failed(path, error)
    }
  }

  /** Must be called at the end of each file. */
  ended(error: unknown, bytes: number): void {
    this.#bytes += bytes
    this.#broken = error === null ? null : { error }
    if (error === null) return
    // The generator isn't resumed after the visitor has left.
    if (this.#zip.left.aborted || this.#zip.slot.signal.aborted) {
      this.#cause = this.#zip.slot.signal.aborted ? 'cut by operator' : 'not sent whole'
      this.finish()
    }
  }

  /** Returns a line for the list of missing files if the file just sent broke off. */
  async afterFile(path: string): Promise<string | null> {
    return this.#broken === null ? null : this.#failed(path, this.#broken.error)
  }

  /** Counts the post, once. */
  finish(): void {
    if (this.#isCounted) return
    this.#isCounted = true
    this.#zip.slot.sends('')
    const cause = this.#cause
    if (cause === null && this.#bytes === 0) return
    if (cause === null || cause === 'not sent whole' || cause === 'cut by operator') {
      const whole = cause === null
      const cut = cause === 'cut by operator' ? cause : null
      if (whole) this.#zip.onWhole(this.#post.postId)
      void this.#count.ended(
        { piece: null, length: null, goesOn: false },
        { whole, bytes: this.#bytes, cut, left: !whole && cut === null },
      )
    } else this.#count.refused(cause)
  }

  async #failed(path: string, error: unknown): Promise<string> {
    const { texts } = this.#zip
    if (error instanceof RangeError) {
      return this.#missing(path, texts.batch.zipFull, 'media: too_large')
    }
    if (await isPostBlocked(this.#post.postId)) {
      return this.#missing(path, texts.saveProblem.removedTitle, 'cut by operator')
    }
    if (!this.#signal.aborted) {
      log.warn({ err: error, postId: this.#post.postId }, 'a file of a batch broke off')
    }
    return this.#missing(path, texts.saveProblem.unavailableTitle, 'not sent whole')
  }

  #missing(path: string, reason: string, cause: SaveCause): string {
    this.#cause ??= cause
    return `${path}: ${reason}`
  }
}

function problemText(problem: SaveProblem, texts: Catalogue): string {
  const { name } = problemAnswer(problem).problem
  return texts.saveProblem[`${name}Title`]
}

/** Adds an extension, which is never cut off. Any folder in front is safe already. */
function nameWith(path: string, ending: string): string {
  const slash = path.lastIndexOf('/') + 1
  return path.slice(0, slash) + safeFileName(path.slice(slash) + ending)
}

function reasonOf(row: Exclude<BatchRow, { state: 'ready' }>, texts: Texts): string {
  if (row.state !== 'refused') return texts.batch.notLookedUp
  const { message, hint, site = '' } = row.problem
  const more = hint === null ? undefined : texts.hints[hint]
  const text = texts.errors[message]
  // Hints with a number are waiting times, which are useless in a file.
  return typeof more === 'string' ? `${text} ${fill(more, { site })}` : text
}
