import { cva, cx } from 'class-variance-authority'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useRef } from 'react'
import { Link } from 'react-router'
import { type ListAddress, listHref } from '#app/lists/list-address.ts'
import { useRuns } from '#app/ui/site/use-runs.ts'
import { useDisplay } from './own-list.ts'
import { CheckBox, RowCheck } from './row-check.tsx'
import { useBusyRows } from './sent-rows.ts'
import { bodyCell, bodyRow, headCell, nameCell } from './table-looks.ts'
import { useRowFocus } from './use-row-focus.ts'
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
   * Figures are at the `end`; `tight` takes no more room than it needs. In a card `line` has a
   * line to itself, and so has `wide`, which keeps room in the table too. A first column takes a
   * quarter of the table; if it is `wide`, half, and if it is `even`, what its texts need beside
   * those of the others.
   */
  look?: 'end' | 'tight' | 'line' | 'wide' | 'even'
  /**
   * Where the column is on a phone, where a row is one line: at its `end`, or `under` the name. The
   * others of a table that says so are left out there, and it is no cards but a table as soon as it
   * has more room.
   */
  phone?: 'end' | 'under'
  /** Whether it is left out of such a table where that is narrower than on a laptop. */
  roomy?: boolean
}

/**
 * A place for a list, which follows its width and shows a bulk bar once a row is ticked. Browsers
 * without container queries keep the table, which scrolls sideways where it is too wide.
 */
export function List({ children }: { children: React.ReactNode }) {
  return (
    <div className="group/list @container min-w-0 uncontained:relative uncontained:min-h-96 uncontained:w-0 uncontained:min-w-full uncontained:overflow-x-auto">
      {children}
    </div>
  )
}

/**
 * A list as a table, and as cards or lines where it is narrow. The first column names the row. Sorting is by
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
  const { hidden, density, hasOrder } = useDisplay()
  const shown = columns.filter(({ key }, index) => index === 0 || !hidden.includes(key))
  const inLine = columns.some(({ phone }) => phone !== undefined)
  const ticked = useSelection(rows.map(rowId), table, selection)
  const runs = useRuns()
  const busy = useBusyRows()
  useRowFocus(table)
  return (
    <table
      ref={table}
      data-lines={inLine || undefined}
      className="w-full border-separate [counter-reset:ticked] border-spacing-0 rounded-lg border border-line bg-surface tabular-nums cards:block cards:border-0 cards:bg-transparent"
    >
      <caption className="sr-only">{caption}</caption>
      <thead className="cards:block">
        <tr className="cards:flex cards:flex-wrap cards:items-center cards:py-1">
          {selection !== undefined && (
            <th
              scope="col"
              className={cx(headCell({ look: 'tight', inCards: runs }), 'cards:pe-2')}
            >
              {runs && (
                <CheckBox
                  label="Select all on this page"
                  ref={(box) => {
                    if (box !== null) box.indeterminate = ticked.some
                  }}
                  checked={ticked.all}
                  onChange={({ target }) => ticked.toggleAll(target.checked)}
                />
              )}
            </th>
          )}
          {shown.map((column) => (
            <HeadCell
              key={column.key}
              column={column}
              list={list}
              sort={sort}
              inCards={!hasOrder}
            />
          ))}
          {menu !== undefined && (
            <th scope="col" className={headCell({ look: 'tight', inCards: false })}>
              <span className="sr-only">Actions</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody className="cards:block">
        {rows.map((row, index) => (
          <tr
            key={rowId(row)}
            data-row={rowId(row)}
            aria-busy={busy.has(rowId(row)) || undefined}
            // The menus of a long list's last rows open upwards.
            data-low={(index >= 7 && index >= rows.length - 6) || undefined}
            className={bodyRow({ density, inLine, hasMenu: menu !== undefined })}
            data-compact={density === 'compact' || undefined}
          >
            {selection !== undefined && (
              <td
                className={cx(
                  bodyCell({ look: 'tight', density }),
                  'cards:absolute cards:start-3 cards:top-2',
                  inLine && 'lines:inset-y-0 lines:z-1 lines:grid lines:place-items-center',
                )}
              >
                <RowCheck id={rowId(row)} name={rowName(row)} form={selection} ticked={ticked} />
              </td>
            )}
            {shown.map((column, index) =>
              index === 0 ? (
                <th
                  key={column.key}
                  scope="row"
                  className={cx(
                    bodyCell({ density, ...(inLine && { phone: 'name' }) }),
                    nameCell({ look: nameLook(column.look) }),
                    selection !== undefined && 'cards:ps-8',
                  )}
                >
                  {column.cell(row)}
                </th>
              ) : (
                <td
                  key={column.key}
                  className={cx(
                    bodyCell({
                      look: column.look,
                      roomy: column.roomy,
                      density,
                      labelled: true,
                      ...(inLine && { phone: column.phone ?? 'none' }),
                    }),
                    column.phone === 'under' && selection !== undefined && 'lines:ps-8',
                  )}
                  data-label={column.label}
                >
                  {column.cell(row)}
                </td>
              ),
            )}
            {menu !== undefined && (
              <td
                className={cx(
                  bodyCell({ look: 'tight', density }),
                  'cards:absolute cards:end-1.5 cards:top-1',
                  inLine && 'lines:inset-y-0 lines:flex lines:items-center',
                )}
              >
                {menu(row)}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function HeadCell<Row>({
  column: { key, label, sort: first, look, roomy },
  list,
  sort,
  inCards,
}: {
  column: Column<Row>
  list: ListAddress
  sort: { by: string; direction: SortDirection } | undefined
  /** Whether it can be pressed above cards too. */
  inCards: boolean
}) {
  const here = sort?.by === key ? sort.direction : null
  return (
    <th
      scope="col"
      className={headCell({ look, roomy, inCards: inCards && first !== undefined })}
      aria-sort={here === null ? undefined : here === 'asc' ? 'ascending' : 'descending'}
    >
      {first === undefined ? (
        label
      ) : (
        <SortLink list={list} by={key} direction={here} first={first} atEnd={look === 'end'}>
          {label}
        </SortLink>
      )}
    </th>
  )
}

const sortLink = cva(
  'group/sort inline-flex min-h-7 items-center gap-1 rounded-lg hover:text-text pointer-coarse:min-h-11 cards:min-h-9 cards:px-2.5',
  {
    variants: {
      current: { true: 'text-text cards:bg-sunken' },
      atEnd: { true: 'flex-row-reverse' },
    },
  },
)

/** A heading to sort by. `direction` is that of the list now; null when another column sorts it. */
function SortLink({
  list,
  by,
  direction,
  first,
  atEnd,
  children,
}: {
  list: ListAddress
  by: string
  direction: SortDirection | null
  first: SortDirection
  atEnd: boolean
  children: React.ReactNode
}) {
  const next = direction === null ? first : direction === 'asc' ? 'desc' : 'asc'
  const Arrow = (direction ?? first) === 'asc' ? ArrowUp : ArrowDown
  const arrow =
    direction === null &&
    'opacity-0 group-hover/sort:opacity-60 group-focus-visible/sort:opacity-60 cards:hidden'
  return (
    <Link
      className={sortLink({ current: direction !== null, atEnd })}
      to={listHref(list, { sort: by, direction: next })}
      preventScrollReset
    >
      {children}
      <Arrow className={arrow || undefined} aria-hidden="true" size={14} strokeWidth={2.5} />
    </Link>
  )
}

const nameLook = (look: Column<unknown>['look']) =>
  look === 'wide' || look === 'even' ? look : 'usual'

/** The link by which a row names itself, and leads to its own page. */
export function RowLink({ className, ...link }: React.ComponentProps<typeof Link>) {
  return (
    <Link
      data-row-link
      className={cx(
        'relative font-semibold text-text decoration-accent decoration-2 underline-offset-4 hover:underline pointer-coarse:after:absolute pointer-coarse:after:inset-x-0 pointer-coarse:after:-inset-y-2.5',
        // On a phone a row is one line, and all of it can be pressed.
        'lines:static lines:inline-block lines:max-w-full lines:truncate lines:align-bottom lines:pointer-coarse:after:inset-0',
        className,
      )}
      {...link}
    />
  )
}
