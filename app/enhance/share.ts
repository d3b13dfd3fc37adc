/** Files that were fetched ahead of a press on Share, by their address. */
const files = new Map<string, Promise<File | null>>()

/**
 * Fetches the file while the countdown runs: a browser opens its share sheet only right after a
 * press, and a video takes longer than that to arrive.
 */
export function prepareShare(link: HTMLAnchorElement, signal: AbortSignal): void {
  const href = link.dataset.saveHref
  if (href === undefined || navigator.canShare === undefined || files.has(href)) return
  files.clear()
  files.set(href, fetchFile(href, signal))
  signal.addEventListener('abort', () => files.delete(href))
}

/** Shares the file where the browser can, else its address; whatever fails, the video is shown. */
export function shareToSave(link: HTMLAnchorElement, event: Event): void {
  event.preventDefault()
  share(link).catch(() => {
    // Once a wait has passed since the press, some browsers open no new tab: then this one goes.
    if (window.open(link.href, '_blank') === null) location.assign(link.href)
  })
}

async function share(link: HTMLAnchorElement): Promise<void> {
  const href = link.dataset.saveHref ?? link.href
  const file = await (files.get(href) ?? fetchFile(href))
  const data = { files: file === null ? [] : [file] }
  if (file !== null && navigator.canShare?.(data)) await navigator.share(data)
  else await navigator.share({ url: link.href })
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
