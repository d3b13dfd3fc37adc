/** Opens a record's sheet beside its list. No list's loader reads it. */
const parameter = 'show'

/** Returns a view's address with the record's sheet, or without one for null. */
export function withSheet(view: string, id: string | null): string {
  const [path, search] = view.split('?')
  const query = new URLSearchParams(search)
  if (id === null) query.delete(parameter)
  else query.set(parameter, id)
  return query.size === 0 ? `${path}` : `${path}?${query}`
}

/** Returns the id of the open sheet's record; null without one. */
export function sheetIn(search: URLSearchParams): string | null {
  return search.get(parameter)
}

/** True if two addresses differ only in their sheet, so nothing needs loading. */
export function isSameList(current: URL, next: URL): boolean {
  if (current.href === next.href) return false
  const [here, there] = [current, next].map(({ pathname, search }) =>
    withSheet(`${pathname}${search}`, null),
  )
  return here === there
}
