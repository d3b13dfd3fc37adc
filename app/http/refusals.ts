import { data } from 'react-router'

/** What a loader or action throws for an address that leads nowhere. */
export function notFound() {
  return data(null, { status: 404 })
}

/** What an action throws for a form that no page of this app sends. */
export function badRequest() {
  return data(null, { status: 400 })
}

/** Returns what was looked for. Throws a 404 where there is none. */
export async function found<Thing>(looking: Promise<Thing | null | undefined>): Promise<Thing> {
  const thing = await looking
  if (thing === null || thing === undefined) throw notFound()
  return thing
}

/** Returns the row whose number an address names. Throws a 404 where there is none. */
export async function foundRow<Row>(
  id: string,
  find: (id: number) => Promise<Row | null | undefined>,
): Promise<Row> {
  if (!/^\d{1,15}$/.test(id)) throw notFound()
  return found(find(Number(id)))
}
