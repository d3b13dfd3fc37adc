/** The lists of the back office that each operator sets up for themselves, by their names. */
export const listNames = [
  'users',
  'videos',
  'dmca',
  'backlinks',
  'prospects',
  'inbox',
  'outbox',
  'audit',
] as const
export type ListName = (typeof listNames)[number]

export const densities = ['comfortable', 'compact'] as const
export const pageSizes = [25, 50, 100] as const

/** How an operator has a list shown. */
export type ListDisplay = {
  /** The keys of the columns that are not shown. */
  hidden: string[]
  density: (typeof densities)[number]
  pageSize: (typeof pageSizes)[number]
}

/** A search with filters and an order that an operator gave a name. */
type SavedView = {
  name: string
  /** The query of its address, without `?`, in the order of `viewQuery`. */
  query: string
}

/** A list as one operator has set it up. Views are in the order of their names. */
export type OwnList = { list: ListName; display: ListDisplay; views: SavedView[] }

/** How a list is shown to an operator who has not chosen. */
export function usualDisplay(list?: ListName): ListDisplay {
  const pageSize = list === 'audit' || list === 'prospects' ? 50 : 25
  return { hidden: [], density: 'comfortable', pageSize }
}

export const longestViewName = 60

/** Returns how many rows a page has. Cards come in rows of two, three, four and six. */
export function rowsPerPage({ list, display: { pageSize } }: Pick<OwnList, 'list' | 'display'>) {
  return rowsOf(list, pageSize)
}

/** Returns how many rows a page of the list has at one of the page sizes. */
export function rowsOf(list: ListName, pageSize: number): number {
  return list === 'videos' ? pageSize - pageSize / 25 : pageSize
}

/**
 * Reads the form of a list's display. Each column that can be hidden is in a field `known`, and the
 * shown ones are in fields `column` as well.
 */
export function displayOf(form: FormData) {
  const shown = form.getAll('column')
  return {
    hidden: form.getAll('known').filter((key) => !shown.includes(key)),
    density: form.get('density'),
    pageSize: Number(form.get('pageSize')),
  }
}
