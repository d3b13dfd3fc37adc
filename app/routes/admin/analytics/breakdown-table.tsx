import { otherKey } from '#app/models/analytics/dimensions.ts'
import { type ListAddress, listHref } from '#app/utils/list-address.ts'
import type { Breakdown } from './sections.ts'
import type { Table } from './view.server.ts'

/** The weightiest keys of a dimension; each leads to the page filtered by it. */
export function BreakdownTable({
  breakdown: { dimension, title, figures },
  table,
  list,
  within,
}: {
  breakdown: Breakdown
  table: Table | undefined
  list: ListAddress
  /** What the page is filtered by; null when it is not. */
  within: string | null
}) {
  const rows = table?.rows ?? null
  if (table === undefined || rows === null || rows.length === 0) {
    return (
      <div>
        <h3 className="font-bold">{title}</h3>
        <p className="admin-lead mt-1">
          {rows === null
            ? `No event has this together with a ${within?.toLowerCase()}.`
            : 'Nothing in this period.'}
        </p>
      </div>
    )
  }
  const most = Math.max(1, ...rows.map(({ weight }) => weight))
  // Of a bot nothing else is known, and of how far a page was read only whose page it was.
  const filters = dimension !== 'bot' && dimension !== 'scroll'
  return (
    <div>
      <table className="figures-table">
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="sr-only">Name</span>
            </th>
            {figures.map(({ label }) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, weight, figures: texts }) => (
            <tr key={key}>
              <th scope="row">
                {filters && key !== otherKey ? (
                  <a className="line-clamp-2" href={listHref(list, { by: dimension, key })}>
                    {name}
                  </a>
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
              {figures.map(({ label }, index) => (
                <td key={label}>{texts[index]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {table.more > 0 && (
        <p className="feed-note mt-2">and {table.more.toLocaleString('en')} more in the export</p>
      )}
    </div>
  )
}
