/** Why there is no file; its texts have these names in the catalogue. */
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

/** What the server tells a page whose file it would not send. */
export type SaveRefusal = { name: SaveRefusalName; retryAfterSeconds: number | null }

/** Reads what the server told; null when it is nothing of the kind. */
export function parseSaveRefusal(told: unknown): SaveRefusal | null {
  if (typeof told !== 'object' || told === null || !('name' in told)) return null
  const name = saveRefusalNames.find((known) => known === told.name)
  if (name === undefined) return null
  const seconds = 'retryAfterSeconds' in told ? told.retryAfterSeconds : null
  return { name, retryAfterSeconds: typeof seconds === 'number' ? seconds : null }
}
