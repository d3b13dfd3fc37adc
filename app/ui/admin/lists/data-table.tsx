import { cx } from 'class-variance-authority'
import { useRef } from 'react'
import { Link } from 'react-router'
import type { ListAddress } from '#app/lists/list-address.ts'
import { useRowFocus } from '#app/ui/admin/rows.ts'
import { holdUnderPointer } from '#app/ui/hold.ts'
import { useRuns } from '#app/ui/site/use-runs.ts'
import { useDisplay } from '#app/views/ui/display.ts'
import { AllCheck, RowCheck } from './row-check.tsx'
import { useHasSelection } from './selection.tsx'
import { useBusyRows } from './sent-rows.ts'
import { type SortDirection, SortLink } from './sort-link.tsx'
import { bodyCell, bodyRow, headCell, nameCell } from './table-looks.ts'

export type Column<Row> = {
  /** Unique in the table, and the sort parameter. */
  key: string
  label: string
  cell: (row: Row) => React.ReactNode
  /** The direction on the first click; left out where the column can't be sorted. */
  sort?: SortDirection
  /**
   * `end` aligns figures; `tight` is as narrow as possible. In a card `line` and `wide` have their
   * own line; `wide` also keeps its width in the table. A first column takes a quarter of the
   * table, half if `wide`, and what its text needs if `even`.
   */
  look?: 'end' | 'tight' | 'line' | 'wide' | 'even'
  /**
   * Position on a phone, where a row is one line: at its `end`, or `under` the name. If any column
   * sets this, the others are left out there, and a wider list is a table rather than cards.
   */
  phone?: 'end' | 'under'
  /** True to leave it out of such a table below a laptop's width; `more` does so a little wider. */
  roomy?: boolean | 'more'
}

/**
 * A list's area: follows its width and shows a bulk bar once a row is ticked. Browsers without
 * container queries keep the table and scroll it sideways.
 */
export function List({ children }: { children: React.ReactNode }) {
  return (
    <div className="group/list @container min-w-0 uncontained:relative uncontained:min-h-96 uncontained:w-0 uncontained:min-w-full uncontained:overflow-x-auto">
      {children}
    </div>
  )
}

/**
 * A list as a table, and as cards or lines where it is narrow. The first column names the row.
 * Links sort; within a `Selection` the rows can be ticked; `menu` renders a row's menu.
 */
export function DataTable<Row>({
  caption,
  list,
  sort,
  columns,
  rows,
  rowId,
  rowName,
  menu,
}: {
  caption: string
  list: ListAddress
  sort?: { by: string; direction: SortDirection }
  columns: Column<Row>[]
  rows: Row[]
  rowId: (row: Row) => string
  /** The row's name for screen readers. */
  rowName: (row: Row) => string
  menu?: (row: Row) => React.ReactNode
}) {
  const table = useRef<HTMLTableElement>(null)
  const { hidden, hasOrder } = useDisplay()
  const shown = columns.filter(({ key }, index) => index === 0 || !hidden.includes(key))
  const inLine = columns.some(({ phone }) => phone !== undefined)
  const hasSelection = useHasSelection()
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
          {hasSelection && (
            <th
              scope="col"
              className={cx(headCell({ look: 'tight', inCards: runs }), 'cards:ps-3.25 cards:pe-4')}
            >
              <AllCheck words="sr-only cards:not-sr-only" />
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
      <tbody className="cards:block" {...holdUnderPointer}>
        {rows.map((row, index) => (
          <BodyRow
            key={rowId(row)}
            row={row}
            id={rowId(row)}
            name={rowName(row)}
            columns={shown}
            inLine={inLine}
            isBusy={busy.has(rowId(row))}
            // Menus of a long list's last rows open upwards.
            isLow={index >= 7 && index >= rows.length - 6}
            menu={menu?.(row)}
          />
        ))}
      </tbody>
    </table>
  )
}

function BodyRow<Row>({
  row,
  id,
  name,
  columns,
  inLine,
  isBusy,
  isLow,
  menu,
}: {
  row: Row
  id: string
  name: string
  columns: Column<Row>[]
  inLine: boolean
  isBusy: boolean
  isLow: boolean
  menu: React.ReactNode
}) {
  const { density } = useDisplay()
  const hasSelection = useHasSelection()
  return (
    <tr
      data-row={id}
      aria-busy={isBusy || undefined}
      data-low={isLow || undefined}
      className={bodyRow({ density, inLine, hasMenu: menu !== undefined })}
      data-compact={density === 'compact' || undefined}
    >
      {hasSelection && (
        <td
          className={cx(
            bodyCell({ look: 'tight', density }),
            'cards:absolute cards:start-3 cards:top-2',
            inLine && 'lines:inset-y-0 lines:z-1 lines:grid lines:place-items-center',
          )}
        >
          <RowCheck id={id} name={name} />
        </td>
      )}
      {columns.map((column, index) =>
        index === 0 ? (
          <th
            key={column.key}
            scope="row"
            className={cx(
              bodyCell({ density, ...(inLine && { phone: 'name' }) }),
              nameCell({ look: nameLook(column.look) }),
              hasSelection && 'cards:ps-8',
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
              column.phone === 'under' && hasSelection && 'lines:ps-8',
              column.phone === 'end' && hasSelection && 'lines:@max-3xs:ps-8',
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
          {menu}
        </td>
      )}
    </tr>
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
  /** True to keep the heading's link above cards. */
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

const nameLook = (look: Column<unknown>['look']) =>
  look === 'wide' || look === 'even' ? look : 'normal'

export function RowLink({ className, ...link }: React.ComponentProps<typeof Link>) {
  return (
    <Link
      data-row-link
      className={cx(
        'relative font-semibold text-text decoration-accent decoration-2 underline-offset-4 hover:underline pointer-coarse:after:absolute pointer-coarse:after:inset-x-0 pointer-coarse:after:-inset-y-2.5',
        // On a phone a row is one line and the whole row can be pressed.
        'lines:static lines:inline-block lines:max-w-full lines:truncate lines:align-bottom lines:pointer-coarse:after:inset-0',
        className,
      )}
      {...link}
    />
  )
}
