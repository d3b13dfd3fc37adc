import { useEffect, useRef, useState } from 'react'
import type { Arrived } from './arrived-text.tsx'
import { attachmentName } from './attachment-name.ts'

/** Shows how much of the file has come at most this often. */
const showMs = 250

type SharedFile = {
  /**
   * Shares the file where the browser can, else its address. Resolves to true once the file was
   * shared. If nothing can be shared, shows the file.
   */
  share: () => Promise<boolean>
  /** Null unless the file is being fetched. */
  arrived: Arrived | null
}

/**
 * Fetches a file ahead to share it, since a browser opens its share sheet only right after a press
 * and a video takes longer than that to arrive.
 */
export function useShareFile(save: string, view: string): SharedFile {
  const file = useRef<Promise<File | null> | null>(null)
  const [arrived, setArrived] = useState<Arrived | null>(null)
  useEffect(() => {
    if (navigator.canShare === undefined) return
    const abort = new AbortController()
    const show = (now: Arrived | null) => {
      if (!abort.signal.aborted) setArrived(now)
    }
    file.current = fetchFile(save, show, abort.signal)
    return () => {
      abort.abort()
      file.current = null
      setArrived(null)
    }
  }, [save])
  const share = async () => {
    try {
      const fetched = (await file.current) ?? (await fetchFile(save, setArrived))
      const data = { files: fetched === null ? [] : [fetched] }
      const isFile = fetched !== null && navigator.canShare?.(data)
      await navigator.share(isFile ? data : { url: new URL(view, location.href).href })
      return isFile
    } catch {
      // Some time after the press, some browsers open no new tab: this one is used then.
      if (window.open(view, '_blank') === null) location.assign(view)
      return false
    }
  }
  return { share, arrived }
}

async function fetchFile(
  href: string,
  show: (arrived: Arrived | null) => void,
  signal?: AbortSignal,
): Promise<File | null> {
  try {
    const response = await window.fetch(href, signal === undefined ? {} : { signal })
    if (!response.ok) return null
    const total = Number(response.headers.get('content-length')) || null
    const blob = await new Response(response.body?.pipeThrough(meter(total, show)), {
      headers: response.headers,
    }).blob()
    return new File([blob], attachmentName(response) ?? 'clip.mp4', { type: blob.type })
  } catch {
    return null
  } finally {
    show(null)
  }
}

function meter(total: number | null, show: (arrived: Arrived) => void) {
  let sent = 0
  let shownAt = Number.NEGATIVE_INFINITY
  return new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(piece, controller) {
      sent += piece.length
      controller.enqueue(piece)
      if (performance.now() - shownAt < showMs) return
      shownAt = performance.now()
      show({ sent, total })
    },
  })
}
