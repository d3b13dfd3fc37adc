/** Back-office lists that each operator can set up. */
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

export type ListDisplay = {
  /** Keys of hidden columns. */
  hidden: string[]
  density: (typeof densities)[number]
  pageSize: (typeof pageSizes)[number]
}

type SavedView = {
  name: string
  /** Query of its address, without `?`, in the order of `viewQuery`. */
  query: string
}

/** A list as one operator has set it up. Views are sorted by name. */
export type OwnList = { list: ListName; display: ListDisplay; views: SavedView[] }

/** Returns the display settings of operators who have chosen none. */
export function defaultDisplay(list?: ListName): ListDisplay {
  const pageSize = list === 'audit' || list === 'prospects' ? 50 : 25
  return { hidden: [], density: 'comfortable', pageSize }
}

export const longestViewName = 60

/** Returns a page's number of rows. Cards come in rows of two, three, four and six. */
export function rowsPerPage({ list, display: { pageSize } }: Pick<OwnList, 'list' | 'display'>) {
  return rowsOf(list, pageSize)
}

export function rowsOf(list: ListName, pageSize: number): number {
  return list === 'videos' ? pageSize - pageSize / 25 : pageSize
}

/** Reads a list's display form: all hideable columns in `known`, the shown ones in `column`. */
export function displayOf(form: FormData) {
  const shown = form.getAll('column')
  return {
    hidden: form.getAll('known').filter((key) => !shown.includes(key)),
    density: form.get('density'),
    pageSize: Number(form.get('pageSize')),
  }
}
