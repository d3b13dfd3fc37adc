import { Link } from 'react-router'
import { type ListAddress, listHref } from '#app/lists/list-address.ts'
import type { Table } from './view.server.ts'

/** The weightiest keys of a dimension; each leads to the page filtered by it. */
export function BreakdownTable({
  table: { dimension, title, columns, rows, more },
  list,
  within,
}: {
  table: Table
  list: ListAddress
  /** What the page is filtered by; null when it is not. */
  within: string | null
}) {
  if (rows === null || rows.length === 0) {
    return (
      <div>
        <h3 className="font-bold">{title}</h3>
        <p className="max-w-2xl text-pretty text-muted mt-1">
          {rows === null
            ? `No event has this together with a ${within}.`
            : 'Nothing in this period.'}
        </p>
      </div>
    )
  }
  const most = Math.max(1, ...rows.map(({ weight }) => weight))
  return (
    <div>
      <table className="figures-table">
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="sr-only">Name</span>
            </th>
            {columns.map((label) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, weight, figures, filters }) => (
            <tr key={key}>
              <th scope="row">
                {filters ? (
                  <Link className="line-clamp-2" to={listHref(list, { by: dimension, key })}>
                    {name}
                  </Link>
                ) : (
                  <span className="line-clamp-2">{name}</span>
                )}
                <svg width="100%" height="4" aria-hidden="true" focusable="false">
                  <rect
                    className="series-fill"
                    width={`${((weight / most) * 100).toFixed(2)}%`}
                    height="4"
                  />
                </svg>
              </th>
              {columns.map((label, index) => (
                <td key={label}>{figures[index]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {more > 0 && (
        <p className="feed-note mt-2">and {more.toLocaleString('en')} more in the export</p>
      )}
    </div>
  )
}
