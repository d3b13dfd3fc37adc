const longest = 200

/** A creator's handle in the one spelling that blocks go by; null when there is none. */
export function authorKey(handle: string | null): string | null {
  const key = (handle ?? '').trim().replace(/^@/, '').toLowerCase().slice(0, longest).toWellFormed()
  return key === '' ? null : key
}

/**
 * The creator whom an operator names: by the handle, or by a link to the profile or to a post. Null for
 * what is neither, since a block of it would block no one.
 */
export function typedCreator(text: string): string | null {
  const [, inLink] =
    /^(?:https?:\/\/)?(?:[a-z]+\.)?tiktok\.com\/@([^/?#\s]+)/i.exec(text.trim()) ?? []
  const key = authorKey(inLink ?? text)
  return key !== null && /[\s/\\?#:@]/.test(key) ? null : key
}
