import { useEffect, useRef } from 'react'
import { attachmentName } from './attachment-name.ts'

/**
 * Returns a function that shares a file where the browser can, else its address. It returns true
 * once something was shared. If that fails, it shows the file and returns false.
 *
 * The file is fetched ahead, since a browser opens its share sheet only right after a press and a
 * video takes longer than that to arrive.
 */
export function useShareFile(save: string, view: string): () => Promise<boolean> {
  const file = useRef<Promise<File | null> | null>(null)
  useEffect(() => {
    if (navigator.canShare === undefined) return
    const abort = new AbortController()
    file.current = fetchFile(save, abort.signal)
    return () => {
      abort.abort()
      file.current = null
    }
  }, [save])
  return async () => {
    try {
      const fetched = (await file.current) ?? (await fetchFile(save))
      const data = { files: fetched === null ? [] : [fetched] }
      if (fetched !== null && navigator.canShare?.(data)) await navigator.share(data)
      else await navigator.share({ url: new URL(view, location.href).href })
      return true
    } catch {
      // Some time after the press, some browsers open no new tab: this one is used then.
      if (window.open(view, '_blank') === null) location.assign(view)
      return false
    }
  }
}

async function fetchFile(href: string, signal?: AbortSignal): Promise<File | null> {
  try {
    const response = await window.fetch(href, signal === undefined ? {} : { signal })
    if (!response.ok) return null
    const blob = await response.blob()
    return new File([blob], attachmentName(response) ?? 'clip.mp4', { type: blob.type })
  } catch {
    return null
  }
}
