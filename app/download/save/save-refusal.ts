/** Names of refusals, which are also those of their texts in the catalogue. */
const saveRefusalNames = [
  'expired',
  'invalid',
  'removed',
  'noSuchFile',
  'noSound',
  'pastEnd',
  'busy',
  'unavailable',
  'refused',
  'tooLarge',
] as const

export type SaveRefusalName = (typeof saveRefusalNames)[number]

/** The server's answer to a page whose file it refuses. */
export type SaveRefusal = {
  name: SaveRefusalName
  retryAfterSeconds: number | null
  /** True if only this file is refused, so that the post's other formats are worth a try. */
  othersMayWork: boolean
}

export function parseSaveRefusal(answer: unknown): SaveRefusal | null {
  if (typeof answer !== 'object' || answer === null || !('name' in answer)) return null
  const name = saveRefusalNames.find((known) => known === answer.name)
  if (name === undefined) return null
  const seconds = 'retryAfterSeconds' in answer ? answer.retryAfterSeconds : null
  return {
    name,
    retryAfterSeconds: typeof seconds === 'number' ? seconds : null,
    othersMayWork: 'othersMayWork' in answer && answer.othersMayWork === true,
  }
}
