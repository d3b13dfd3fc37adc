import { ArrowDown, ArrowUp } from 'lucide-react'
import { useRef } from 'react'
import { Link } from 'react-router'
import { type ListAddress, listHref } from '#app/lists/list-address.ts'
import { useRuns } from '#app/ui/site/use-runs.ts'
import { useSelection } from './use-selection.ts'

export type SortDirection = 'asc' | 'desc'

export type Column<Row> = {
  /** Unique in the table, and the name to sort by. */
  key: string
  label: string
  cell: (row: Row) => React.ReactNode
  /** The direction of the first click on the heading; left out where one cannot sort by it. */
  sort?: SortDirection
  /**
   * Figures stand at the `end`; `tight` takes no more room than it needs. In a card `line` has a
   * line to itself, and so has `wide`, which keeps room in the table too.
   */
  look?: 'end' | 'tight' | 'line' | 'wide'
}

/**
 * A list as a table, and as cards where it is narrow. The first column names the row. Sorting is by
 * links; ticking rows takes part in the form of the id `selection`; `menu` is the row's own.
 */
export function DataTable<Row>({
  caption,
  list,
  sort,
  columns,
  rows,
  rowId,
  rowName,
  selection,
  menu,
}: {
  caption: string
  list: ListAddress
  sort?: { by: string; direction: SortDirection }
  columns: Column<Row>[]
  rows: Row[]
  rowId: (row: Row) => string
  /** What the row is called by those who only hear it. */
  rowName: (row: Row) => string
  selection?: string
  menu?: (row: Row) => React.ReactNode
}) {
  const table = useRef<HTMLTableElement>(null)
  const ticked = useSelection(rows.map(rowId), table)
  const runs = useRuns()
  return (
    <table ref={table} className="list-table">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {selection !== undefined && (
            <th scope="col" className="cell-tight">
              {runs && (
                <label className="check check-all">
                  <span className="sr-only">Select all on this page</span>
                  <input
                    ref={(box) => {
                      if (box !== null) box.indeterminate = ticked.some
                    }}
                    type="checkbox"
                    autoComplete="off"
                    checked={ticked.all}
                    onChange={({ target }) => ticked.toggleAll(target.checked)}
                  />
                </label>
              )}
            </th>
          )}
          {columns.map((column) => (
            <HeadCell key={column.key} column={column} list={list} sort={sort} />
          ))}
          {menu !== undefined && (
            <th scope="col" className="cell-tight">
              <span className="sr-only">Actions</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          // The menus of a long list's last rows open upwards.
          <tr
            key={rowId(row)}
            className="group/row"
            data-low={(index >= 7 && index >= rows.length - 6) || undefined}
          >
            {selection !== undefined && (
              <td className="cell-check cell-tight">
                <label className="check">
                  <span className="sr-only">{`Select ${rowName(row)}`}</span>
                  <input
                    type="checkbox"
                    className="row-check"
                    form={selection}
                    name="id"
                    value={rowId(row)}
                    autoComplete="off"
                    checked={ticked.has(rowId(row))}
                    onClick={ticked.noteKeys}
                    onChange={({ target }) => ticked.toggle(rowId(row), target.checked)}
                  />
                </label>
              </td>
            )}
            {columns.map((column) => (
              <BodyCell key={column.key} column={column} row={row} first={column === columns[0]} />
            ))}
            {menu !== undefined && <td className="cell-menu cell-tight">{menu(row)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function HeadCell<Row>({
  column: { key, label, sort: first, look },
  list,
  sort,
}: {
  column: Column<Row>
  list: ListAddress
  sort: { by: string; direction: SortDirection } | undefined
}) {
  const className = cellClass(look)
  if (first === undefined) {
    return (
      <th scope="col" className={className}>
        {label}
      </th>
    )
  }
  const here = sort?.by === key ? sort.direction : null
  const next = here === null ? first : here === 'asc' ? 'desc' : 'asc'
  const Arrow = (here ?? first) === 'asc' ? ArrowUp : ArrowDown
  return (
    <th
      scope="col"
      className={className}
      aria-sort={here === null ? undefined : here === 'asc' ? 'ascending' : 'descending'}
    >
      <Link className="sort" to={listHref(list, { sort: key, direction: next })} preventScrollReset>
        {label}
        <Arrow aria-hidden="true" size={14} strokeWidth={2.5} />
      </Link>
    </th>
  )
}

function BodyCell<Row>({
  column: { label, look, cell },
  row,
  first,
}: {
  column: Column<Row>
  row: Row
  first: boolean
}) {
  if (first) {
    return (
      <th scope="row" className="cell-name">
        {cell(row)}
      </th>
    )
  }
  return (
    <td className={cellClass(look)} data-label={label}>
      {cell(row)}
    </td>
  )
}

function cellClass(look: Column<unknown>['look']): string | undefined {
  if (look === 'end') return 'cell-end cell-tight'
  if (look === 'wide') return 'cell-line cell-wide'
  return look === undefined ? undefined : `cell-${look}`
}
