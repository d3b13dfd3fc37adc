/** MP3 bit rates on offer, in kbps. */
export const mp3Rates = ['128', '192', '320'] as const

export type Mp3Rate = (typeof mp3Rates)[number]

/** Returns the rate in a link's query: null if it has none, `invalid` if it isn't on offer. */
export function parseMp3Rate(query: URLSearchParams): Mp3Rate | null | 'invalid' {
  const asked = query.get('kbps')
  return asked === null ? null : (mp3Rates.find((rate) => rate === asked) ?? 'invalid')
}
