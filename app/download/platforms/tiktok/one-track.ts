const track = /(?:^|[^a-z\d])(?:media[-_](?:video|audio)[-_]|(?:video|audio)[-_]only)/i
const soundType = /[?&]mime_type=audio/i
/** In a name, but not in an address, a word for sound alone says what the file is. */
const sound = /(?:^|[^a-z\d])audio(?![a-z])/i
const timesEncoded = 3

/**
 * Returns true for an address of a file with one track only, such as the soundless copies that the
 * platform keeps for seeking. Such a file is never the clip.
 */
export function isOneTrack(address: string): boolean {
  const url = URL.parse(address)
  if (url === null) return false
  const plain = decoded(url.pathname + url.search)
  return track.test(plain) || soundType.test(plain)
}

/** Returns true for the name of a quality or a file that has one track only. */
export function namesOneTrack(name: string): boolean {
  return track.test(name) || sound.test(name)
}

/** Undoes the encoding of a text, also of an address in another one's query. */
function decoded(text: string): string {
  const once = (encoded: string) =>
    encoded.replace(/%([2-7][\da-f])/gi, (_, code) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    )
  let plain = text
  for (let time = 0; time < timesEncoded; time += 1) plain = once(plain)
  return plain
}
