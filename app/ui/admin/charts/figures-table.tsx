import { ScrollBox } from '#app/ui/admin/scroll-box.tsx'

const cell = 'px-4 py-2.5 text-start'

/** A chart's figures below it, as a table that opens. Each row's first cell is its heading. */
export function FiguresTable({
  title,
  headings,
  rows,
}: {
  title: string
  headings: string[]
  rows: [heading: string, ...figures: string[]][]
}) {
  return (
    <details className="mt-2 text-xs text-muted">
      <summary className="min-h-7 cursor-pointer pointer-coarse:min-h-11">
        Figures as a table
      </summary>
      <ScrollBox label={title} className="mt-3 max-h-80 rounded-lg border border-line">
        <table className="w-full bg-surface text-sm text-text tabular-nums">
          <caption className="sr-only">{title}</caption>
          <thead>
            <tr className="bg-sunken">
              {headings.map((heading) => (
                <th key={heading} scope="col" className={cell}>
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([heading, ...figures]) => (
              <tr key={heading} className="border-t border-line">
                <th scope="row" className={cell}>
                  {heading}
                </th>
                {figures.map((text, index) => (
                  <td key={headings[index + 1]} className={cell}>
                    {text}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </details>
  )
}
