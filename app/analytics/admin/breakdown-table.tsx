import { Link } from 'react-router'
import { figure } from '#app/i18n/figure-text.ts'
import { type ListAddress, listHref } from '#app/lists/list-address.ts'
import { ScrollBox } from '#app/ui/admin/scroll-box.tsx'
import { link } from '#app/ui/link.ts'
import type { Table } from './tables.server.ts'

/** A dimension's largest keys. Each links to the page filtered by it too. */
export function BreakdownTable({
  table: { id, dimension, title, columns, rows, more, isWhole, empty },
  list,
}: {
  table: Table
  list: ListAddress
}) {
  if (rows === null || rows.length === 0) {
    return (
      <div>
        <h3 className="sr-only">{title}</h3>
        <p className="max-w-2xl text-pretty text-muted">{empty}</p>
      </div>
    )
  }
  const most = Math.max(1, ...rows.map(({ weight }) => weight))
  return (
    <div>
      {/* Large text leaves a phone no room for all columns. */}
      <ScrollBox label={title} className="">
        <table className="w-full tabular-nums">
          <caption className="sr-only">{title}</caption>
          <thead>
            <tr>
              <th scope="col" className="text-start">
                <span className="sr-only">Name</span>
              </th>
              {columns.map((label) => (
                <th
                  key={label}
                  scope="col"
                  className="py-1.5 ps-3 text-end text-xs font-normal whitespace-nowrap text-muted"
                >
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, name, weight, figures, filters }) => (
              <tr key={key} className="border-t border-line align-top">
                <th scope="row" className="min-w-24 py-1.5 text-start font-normal wrap-anywhere">
                  {filters ? (
                    <Link
                      className="line-clamp-2 underline-offset-4 hover:underline pointer-coarse:min-h-11"
                      to={listHref(list, { [dimension]: key })}
                      preventScrollReset
                    >
                      {name}
                    </Link>
                  ) : (
                    <span className="line-clamp-2">{name}</span>
                  )}
                  <svg
                    className="mt-1 block"
                    width="100%"
                    height="4"
                    aria-hidden="true"
                    focusable="false"
                  >
                    <rect
                      className="fill-accent"
                      width={`${((weight / most) * 100).toFixed(2)}%`}
                      height="4"
                    />
                  </svg>
                </th>
                {columns.map((label, index) => (
                  <td key={label} className="py-1.5 ps-3 text-end whitespace-nowrap">
                    {figures[index]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      {isWhole !== null && (
        <p className="mt-2 text-xs text-muted">
          {more > 0 && `and ${figure(more)} more${isWhole ? ' in the export' : ''}. `}
          <Link
            className={link}
            to={listHref(list, { whole: isWhole ? null : id })}
            preventScrollReset
          >
            {isWhole ? 'Show fewer ' : 'Show more '}
            <span className="sr-only">{title}</span>
          </Link>
        </p>
      )}
    </div>
  )
}
