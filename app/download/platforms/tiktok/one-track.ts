/**
 * Returns true for an address of a file with one track only, such as the soundless copies that the
 * platform keeps for seeking. Such a file is never the clip.
 */
export function isOneTrack(address: string): boolean {
  const url = URL.parse(address)
  if (url === null) return false
  const { pathname, search, searchParams } = url
  const isNamed = /(?:^|[^a-z\d])media[-_](?:video|audio)[-_]/i.test(decoded(pathname + search))
  return isNamed || /^audio/i.test(searchParams.get('mime_type') ?? '')
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
