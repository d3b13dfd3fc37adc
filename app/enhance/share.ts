/** Files that were fetched ahead of a press on Share, by their address. */
const files = new Map<string, Promise<File | null>>()

/**
 * Fetches the file while the countdown runs: a browser opens its share sheet only right after a
 * press, and a video takes longer than that to arrive.
 */
export function prepareShare(href: string, signal: AbortSignal): void {
  if (navigator.canShare === undefined || files.has(href)) return
  files.clear()
  files.set(href, fetchFile(href, signal))
  signal.addEventListener('abort', () => files.delete(href))
}

/** Where a file is saved from, and where it is looked at. */
type Hrefs = { save: string; view: string }

/** Shares the file where the browser can, else its address; whatever fails, the video is shown. */
export function shareToSave(hrefs: Hrefs): void {
  share(hrefs).catch(() => {
    // Once a wait has passed since the press, some browsers open no new tab: then this one goes.
    if (window.open(hrefs.view, '_blank') === null) location.assign(hrefs.view)
  })
}

async function share({ save, view }: Hrefs): Promise<void> {
  const file = await (files.get(save) ?? fetchFile(save))
  const data = { files: file === null ? [] : [file] }
  if (file !== null && navigator.canShare?.(data)) await navigator.share(data)
  else await navigator.share({ url: new URL(view, location.href).href })
}

async function fetchFile(href: string, signal?: AbortSignal): Promise<File | null> {
  try {
    const response = await fetch(href, signal === undefined ? {} : { signal })
    if (!response.ok) return null
    const blob = await response.blob()
    const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]
    return new File([blob], name ?? 'clip.mp4', { type: blob.type })
  } catch {
    return null
  }
}
