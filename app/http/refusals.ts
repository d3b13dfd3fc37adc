import { data } from 'react-router'

/** Thrown by loaders and actions for an address that doesn't exist. */
export function notFound() {
  return data(null, { status: 404 })
}

/** Thrown by actions for a form that no page of this app sends. */
export function badRequest() {
  return data(null, { status: 400 })
}

/** Returns the awaited value. Throws a 404 if there is none. */
export async function found<Thing>(looking: Promise<Thing | null | undefined>): Promise<Thing> {
  const thing = await looking
  if (thing === null || thing === undefined) throw notFound()
  return thing
}

/** Returns the row with the id in an address. Throws a 404 if there is none. */
export async function foundRow<Row>(
  id: string,
  find: (id: number) => Promise<Row | null | undefined>,
): Promise<Row> {
  if (!/^\d{1,15}$/.test(id)) throw notFound()
  return found(find(Number(id)))
}
