const longest = 200

/** An author's handle in the one spelling that blocks go by; null when there is none. */
export function authorKey(handle: string | null): string | null {
  const key = (handle ?? '').trim().replace(/^@/, '').toLowerCase().slice(0, longest)
  return key === '' ? null : key
}
