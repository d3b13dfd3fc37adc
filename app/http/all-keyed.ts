type Settled<T> = { [Key in keyof T]: Awaited<T[Key]> }

/** `Promise.all` for an object's values, which needn't be promises. */
export async function allKeyed<T extends Record<string, unknown>>(values: T): Promise<Settled<T>> {
  const entries = Object.entries(values).map(async ([key, value]) => [key, await value])
  return Object.fromEntries(await Promise.all(entries))
}
