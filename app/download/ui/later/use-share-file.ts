import { useEffect, useRef, useState } from 'react'
import { canShare } from '#app/ui/site/device.ts'
import type { Arrived } from './arrived-text.tsx'
import { attachmentName } from './attachment-name.ts'
import { shareFile } from './share-file.ts'

/** Shows how much of the file has come at most this often. */
const showMs = 250

/** A phone keeps the whole file in memory. */
const mostBytes = 50_000_000

/** `again`: the browser wants another press. `unsharable`: too large, or refused by the sheet. */
export type SharedFile =
  | { state: 'idle' | 'failed' | 'unsharable' }
  | { state: 'fetching'; arrived: Arrived | null }
  | { state: 'there'; file: File; again: boolean }

class UnsharableFile extends Error {}

/**
 * Fetches a file to share it, since a browser opens its share sheet only right after a press and a
 * video takes longer than that to arrive. `starts` fetches it without a press, once per address.
 */
export function useShareFile(href: string, bytes: number | null, starts: boolean) {
  const [known, setKnown] = useState<SharedFile>(() => ({
    state: isSharable(bytes) ? 'idle' : 'unsharable',
  }))
  const running = useRef<{ href: string; abort: AbortController } | null>(null)
  const stop = () => {
    running.current?.abort.abort()
    running.current = null
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only leaving the page's part ends a fetch
  useEffect(() => stop, [])

  const fetchNow = (pressed: boolean) => {
    stop()
    const abort = new AbortController()
    running.current = { href, abort }
    const show = (next: SharedFile) => {
      if (!abort.signal.aborted) setKnown(next)
    }
    show({ state: 'fetching', arrived: null })
    fetchFile(href, abort.signal, (arrived) => show({ state: 'fetching', arrived })).then(
      (file) => show({ state: 'there', file, again: pressed }),
      (error: unknown) =>
        show({ state: error instanceof UnsharableFile ? 'unsharable' : 'failed' }),
    )
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: what has been fetched stays
  useEffect(() => {
    if (starts && known.state !== 'unsharable' && running.current?.href !== href) fetchNow(false)
  }, [href, starts])

  return {
    known,
    /** Shares the file, or fetches it first, after which the browser wants another press. */
    press(onShared: () => void) {
      if (known.state === 'idle') fetchNow(true)
      if (known.state !== 'there') return
      const { file } = known
      shareFile(file).then((end) => {
        if (end === 'shared') onShared()
        else if (end === 'again') setKnown({ state: 'there', file, again: true })
        // Closing the sheet changes nothing: no is an answer.
        else if (end === 'unsharable') setKnown({ state: 'unsharable' })
      })
    },
    /** Ends a fetch that is running or has failed, for another way or another try. */
    leave() {
      if (known.state !== 'fetching' && known.state !== 'failed') return
      stop()
      setKnown({ state: 'idle' })
    },
  }
}

function isSharable(bytes: number | null): boolean {
  return (bytes ?? 0) <= mostBytes && canShare(new File([], 'clip.mp4', { type: 'video/mp4' }))
}

async function fetchFile(
  href: string,
  signal: AbortSignal,
  show: (arrived: Arrived) => void,
): Promise<File> {
  const response = await window.fetch(href, { signal })
  if (!response.ok || response.body === null) throw new Error(`answered ${response.status}`)
  const total = Number(response.headers.get('content-length')) || null
  const reader = response.body.getReader()
  const pieces: Uint8Array<ArrayBuffer>[] = []
  let sent = 0
  let shownAt = Number.NEGATIVE_INFINITY
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    sent += next.value.length
    if (Math.max(sent, total ?? 0) > mostBytes) {
      await reader.cancel()
      throw new UnsharableFile()
    }
    pieces.push(next.value)
    if (performance.now() - shownAt < showMs) continue
    shownAt = performance.now()
    show({ sent, total })
  }
  const type = response.headers.get('content-type') ?? ''
  const file = new File(pieces, attachmentName(response) ?? 'clip.mp4', { type })
  if (!canShare(file)) throw new UnsharableFile()
  return file
}
