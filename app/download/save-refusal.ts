/** Why there is no file. Its texts have these names in the catalogue. */
const saveRefusalNames = [
  'expired',
  'invalid',
  'removed',
  'noSuchFile',
  'noSound',
  'busy',
  'unavailable',
  'tooLarge',
] as const

export type SaveRefusalName = (typeof saveRefusalNames)[number]

/** What the server answers to a page whose file it refuses. */
export type SaveRefusal = { name: SaveRefusalName; retryAfterSeconds: number | null }

/** Parses a refusal from the server. Null for anything else. */
export function parseSaveRefusal(answer: unknown): SaveRefusal | null {
  if (typeof answer !== 'object' || answer === null || !('name' in answer)) return null
  const name = saveRefusalNames.find((known) => known === answer.name)
  if (name === undefined) return null
  const seconds = 'retryAfterSeconds' in answer ? answer.retryAfterSeconds : null
  return { name, retryAfterSeconds: typeof seconds === 'number' ? seconds : null }
}
