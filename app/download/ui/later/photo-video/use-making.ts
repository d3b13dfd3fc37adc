import { useEffect, useRef, useState } from 'react'
import { attachmentName } from '../attachment-name.ts'
import { makeVideo } from './make-video.ts'
import type { Pace } from './slide-plan.ts'
import { storedFiles } from './stored-files.ts'
import { VideoError, type VideoProblem } from './video-error.ts'

/** `stopped`: the server refused the images or broke off. `mp3`: the sound couldn't become AAC. */
export type Making =
  | { state: 'choosing' }
  | { state: 'fetching' }
  | { state: 'stopped' }
  | { state: 'drawing'; number: number; share: number }
  | { state: 'made'; file: File; href: string; mp3: boolean }
  | { state: 'failed'; problem: VideoProblem | 'failed' }

export type Wanted = {
  /** The numbers of the post's images, in the ZIP's order. */
  images: readonly number[]
  /** Numbers of the images in the video. Empty for all. */
  chosen: readonly number[]
  pace: Pace
}

/** The images and the sound, in the ZIP that the server sends them in. */
type Parts = { files: Blob[]; stem: string }

/** As much as the parts may take of a phone's memory. */
const mostPartsBytes = 200 * 2 ** 20

/** A browser may read a saved file for a while after the press. */
const readsForMs = 60_000

class StoppedError extends Error {}

/**
 * Makes a video of the ZIP at `href`, which is fetched once however often a video is made of it,
 * and isn't a download yet. Leaving the page's part that uses it cancels.
 */
export function useMaking(href: string) {
  const [making, setMaking] = useState<Making>({ state: 'choosing' })
  const parts = useRef<Parts | null>(null)
  const abort = useRef<AbortController | null>(null)
  useEffect(() => () => abort.current?.abort(), [])
  const made = making.state === 'made' ? making.href : null
  useEffect(() => {
    if (made === null) return
    return () => {
      setTimeout(() => URL.revokeObjectURL(made), readsForMs)
    }
  }, [made])

  const make = async ({ images, chosen, pace }: Wanted) => {
    abort.current?.abort()
    abort.current = new AbortController()
    const { signal } = abort.current
    const tell = (next: Making) => {
      if (!signal.aborted) setMaking(next)
    }
    try {
      tell({ state: 'fetching' })
      parts.current ??= await fetchParts(href, signal)
      const { files, stem } = parts.current
      const pictures = files.slice(0, images.length)
      const { file, soundCodec } = await makeVideo({
        pictures:
          chosen.length === 0
            ? pictures
            : pictures.filter((_, index) => chosen.includes(images[index] ?? 0)),
        sound: files[images.length] ?? null,
        pace,
        signal,
        onProgress: (index, share) => tell({ state: 'drawing', number: index, share }),
      })
      const named = new File([file], `${stem}.mp4`, { type: file.type })
      tell({
        state: 'made',
        file: named,
        href: URL.createObjectURL(named),
        mp3: soundCodec === 'mp3',
      })
    } catch (error) {
      if (error instanceof StoppedError) tell({ state: 'stopped' })
      else
        tell({ state: 'failed', problem: error instanceof VideoError ? error.problem : 'failed' })
    }
  }
  const cancel = () => {
    abort.current?.abort()
    setMaking({ state: 'choosing' })
  }
  return { making, make, cancel }
}

async function fetchParts(href: string, signal: AbortSignal): Promise<Parts> {
  try {
    const response = await window.fetch(href, { signal })
    if (!response.ok || response.body === null) throw new StoppedError()
    const stem = (attachmentName(response) ?? 'clip').replace(/\.zip$/, '')
    return { files: await storedFiles(await bounded(response.body)), stem }
  } catch (error) {
    throw error instanceof VideoError ? error : new StoppedError()
  }
}

/** Reads a stream whole. Throws a VideoError if it's too large. */
async function bounded(body: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<Blob> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  const reader = body.getReader()
  for (let bytes = 0; ; ) {
    const { done, value } = await reader.read()
    if (done) return new Blob(chunks)
    bytes += value.length
    if (bytes > mostPartsBytes) {
      await reader.cancel()
      throw new VideoError('large')
    }
    chunks.push(value)
  }
}
