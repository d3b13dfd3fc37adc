import { type SiteTotals, siteTotals } from '#app/analytics/site-totals.server.ts'
import styles from '#app/css/catalogue.css?url'
import { useDocumentI18n } from '#app/i18n/use-i18n.ts'
import { EnglishNote } from '#app/ui/site/english-note.tsx'
import { Seo } from '#app/ui/site/head/seo.tsx'
import type { Route } from './+types/statistics'
import { BarChart } from './bar-chart.tsx'
import { type Figure, figures, highlights } from './figures.ts'
import { FrameChart } from './frame-chart.tsx'
import { LineChart } from './line-chart.tsx'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

export async function loader() {
  return { totals: await siteTotals() }
}

export default function Statistics({ loaderData: { totals } }: Route.ComponentProps) {
  const { t } = useDocumentI18n()
  return (
    <>
      <Seo title={t.statistics.title} description={t.statistics.description} />
      <div className="wrap page-head">
        <p className="eyebrow">{t.statistics.eyebrow}</p>
        <h1 className="display mt-4 max-w-4xl text-4xl">{t.statistics.heading}</h1>
        <p className="lead mt-4 max-w-2xl">{t.statistics.lead}</p>
        <EnglishNote text={t.statistics.onlyEnglish} />
      </div>
      {totals.posts + totals.lookups > 0 && <OwnTotals totals={totals} />}
      <ul className="wrap stat-row" lang="en">
        {highlights.map(({ number, text }) => (
          <li key={text}>
            <p className="stat-number">{number}</p>
            <p className="mt-1 text-sm text-muted">{text}</p>
          </li>
        ))}
      </ul>
      <div className="wrap figures" lang="en">
        {figures.map((figure) => (
          <FigureCard key={figure.id} figure={figure} />
        ))}
      </div>
    </>
  )
}

/** Counted here, from the site's own record; not shown before there is anything to show. */
function OwnTotals({ totals }: { totals: SiteTotals }) {
  const { t, language } = useDocumentI18n()
  const number = new Intl.NumberFormat(language)
  return (
    <section className="band mb-10" aria-labelledby="own-totals">
      <div className="wrap py-10">
        <h2 id="own-totals" className="display text-2xl">
          {t.statistics.own}
        </h2>
        <dl className="stat-row mt-6">
          {(['posts', 'lookups', 'downloads'] as const).map((name) => (
            <div key={name} className="flex flex-col-reverse justify-end">
              <dt className="mt-1 text-sm text-muted">{t.statistics.totals[name]}</dt>
              <dd className="stat-number">{number.format(totals[name])}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-6 text-sm text-muted">{t.statistics.ownNote}</p>
      </div>
    </section>
  )
}

function FigureCard({ figure }: { figure: Figure }) {
  return (
    <section id={figure.id} className="figure" aria-labelledby={`${figure.id}-title`}>
      <h2 id={`${figure.id}-title`} className="display text-2xl">
        {figure.title}
      </h2>
      <p className="mt-3">{figure.takeaway}</p>
      <figure className="mt-6">
        {figure.kind === 'bars' && <BarChart figure={figure} />}
        {figure.kind === 'line' && <LineChart figure={figure} />}
        {figure.kind === 'frames' && <FrameChart figure={figure} />}
        <figcaption className="mt-6 text-sm text-muted">
          <p>{figure.how}</p>
          <p className="mt-2">
            Source:{' '}
            {figure.sources.map(({ text, url }, index) => (
              <span key={text}>
                {index > 0 && '; '}
                {url === undefined ? (
                  text
                ) : (
                  <a className="link" href={url} rel="noopener external">
                    {text}
                  </a>
                )}
              </span>
            ))}
            .
          </p>
        </figcaption>
      </figure>
      <details className="figure-table">
        <summary>Figures as a table</summary>
        <FigureTable figure={figure} />
      </details>
    </section>
  )
}

function FigureTable({ figure }: { figure: Figure }) {
  const rows =
    figure.kind === 'bars'
      ? figure.bars
      : figure.kind === 'line'
        ? figure.points
        : figure.frames.map(({ label, width, height, text }) => ({
            label: `${label}, ${width} × ${height}`,
            text,
          }))
  const [what, unit] = figure.columns
  return (
    <div className="table-scroll mt-3">
      <table className="table">
        <caption className="sr-only">{figure.title}</caption>
        <thead>
          <tr>
            <th scope="col">{what}</th>
            <th scope="col">{unit}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, text }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{text}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
