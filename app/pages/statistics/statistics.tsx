import { type SiteTotals, siteTotals } from '#app/analytics/site-totals.server.ts'
import styles from '#app/css/charts.css?url'
import { formatNumber } from '#app/i18n/document-format.ts'
import { useDocumentI18n } from '#app/i18n/use-i18n.ts'
import { Eyebrow } from '#app/ui/eyebrow.tsx'
import { link } from '#app/ui/link.ts'
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
      <div className="wrap pt-8 pb-6 md:pt-12 lg:pt-16 lg:pb-10">
        <Eyebrow>{t.statistics.eyebrow}</Eyebrow>
        <h1 className="display mt-4 max-w-4xl text-4xl">{t.statistics.heading}</h1>
        <p className="text-lg text-pretty text-muted mt-4 max-w-2xl">{t.statistics.lead}</p>
        <EnglishNote text={t.statistics.onlyEnglish} />
      </div>
      {totals.posts + totals.lookups > 0 && <OwnTotals totals={totals} />}
      <ul className="wrap grid grid-cols-2 gap-x-8 gap-y-7 md:grid-cols-4" lang="en">
        {highlights.map(({ number, text }) => (
          <li key={text}>
            <p className="display text-3xl">{number}</p>
            <p className="mt-1 text-sm text-muted">{text}</p>
          </li>
        ))}
      </ul>
      <div
        className="wrap grid gap-x-16 gap-y-12 py-12 lg:grid-cols-2 lg:gap-y-20 lg:py-20"
        lang="en"
      >
        {figures.map((figure) => (
          <FigureCard key={figure.id} figure={figure} />
        ))}
      </div>
    </>
  )
}

function OwnTotals({ totals }: { totals: SiteTotals }) {
  const { t, language } = useDocumentI18n()
  return (
    <section className="band mb-10" aria-labelledby="own-totals">
      <div className="wrap py-10">
        <h2 id="own-totals" className="display text-2xl">
          {t.statistics.own}
        </h2>
        <dl className="mt-6 grid grid-cols-2 gap-x-8 gap-y-7 md:grid-cols-4">
          {(['posts', 'lookups', 'downloads'] as const).map((name) => (
            <div key={name} className="flex flex-col-reverse justify-end">
              <dt className="mt-1 text-sm text-muted">{t.statistics.totals[name]}</dt>
              <dd className="display text-3xl">{formatNumber(totals[name], language)}</dd>
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
    <section
      id={figure.id}
      className="chart-section min-w-0 border-t-2 border-text pt-5"
      aria-labelledby={`${figure.id}-title`}
    >
      <h2 id={`${figure.id}-title`} className="display text-2xl">
        {figure.title}
      </h2>
      <p className="mt-3">{figure.takeaway}</p>
      <figure className="chart-figure">
        {figure.kind === 'bars' && <BarChart figure={figure} />}
        {figure.kind === 'line' && <LineChart figure={figure} />}
        {figure.kind === 'frames' && <FrameChart figure={figure} />}
        <figcaption className="mt-6 text-sm text-muted">
          <p>{figure.how}</p>
          <p className="mt-2">
            {'Source: '}
            {figure.sources.map(({ text, url }, index) => (
              <span key={text}>
                {index > 0 && '; '}
                {url === undefined ? (
                  text
                ) : (
                  <a className={link} href={url} rel="noopener external">
                    {text}
                  </a>
                )}
              </span>
            ))}
            .
          </p>
        </figcaption>
      </figure>
      <details>
        <summary className={`${link} inline-flex min-h-11 cursor-pointer items-center text-sm`}>
          Figures as a table
        </summary>
        <FigureTable figure={figure} />
      </details>
    </section>
  )
}

function rowsOf(figure: Figure) {
  if (figure.kind === 'bars') return figure.bars
  if (figure.kind === 'line') return figure.points
  return figure.frames.map(({ label, width, height, text }) => {
    return { label: `${label}, ${width} × ${height}`, text }
  })
}

function FigureTable({ figure }: { figure: Figure }) {
  return (
    <div className="mt-3 overflow-x-auto rounded-lg border border-line">
      <table className="w-full border-collapse bg-surface text-sm tabular-nums">
        <caption className="sr-only">{figure.title}</caption>
        <thead>
          <tr>
            {figure.columns.map((heading) => (
              <th key={heading} className="bg-sunken px-4 py-3 text-start" scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rowsOf(figure).map(({ label, text }) => (
            <tr key={label} className="border-t border-line">
              <th className="px-4 py-3 text-start align-top font-normal" scope="row">
                {label}
              </th>
              <td className="px-4 py-3 align-top">{text}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
