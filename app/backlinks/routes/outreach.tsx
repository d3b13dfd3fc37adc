import { Mail } from 'lucide-react'
import { Fragment } from 'react'
import { z } from 'zod'
import {
  fillTemplate,
  type OutreachTemplate,
  outreachTemplates,
  type TemplateValues,
} from '#app/backlinks/outreach-templates.ts'
import { templateNames } from '#app/backlinks/template-names.ts'
import { useDocumentI18n } from '#app/i18n/use-i18n.ts'
import { button } from '#app/ui/button.ts'
import { chip } from '#app/ui/chip.ts'
import { CopyButton, CopyScript } from '#app/ui/copy-button.tsx'
import { Eyebrow } from '#app/ui/eyebrow.tsx'
import { field, label } from '#app/ui/field.ts'
import { EnglishNote } from '#app/ui/site/english-note.tsx'
import { Seo } from '#app/ui/site/head/seo.tsx'
import { card } from '#app/ui/surface.ts'
import { Ticks } from '#app/ui/ticks.tsx'
import type { Route } from './+types/outreach'
import { strategies } from './strategies.ts'

const oneLine = (max: number) =>
  z
    .string()
    .transform((text) => text.replace(/[\p{C}\s]+/gu, ' ').trim())
    .pipe(z.string().max(max))
    .catch('')

const longest = { siteName: 80, siteAddress: 200, yourName: 80 }
const names = ['siteName', 'siteAddress', 'yourName'] as const

const Values = z.object({
  siteName: oneLine(longest.siteName),
  siteAddress: oneLine(longest.siteAddress),
  yourName: oneLine(longest.yourName),
})

/** `?siteName=…&siteAddress=…&yourName=…` fills in the templates. None of it is stored. */
export function loader({ url }: Route.LoaderArgs) {
  return { values: Values.parse(Object.fromEntries(url.searchParams)) }
}

export default function Outreach({ loaderData: { values } }: Route.ComponentProps) {
  const { t } = useDocumentI18n()
  return (
    <>
      <Seo title={t.outreach.title} description={t.outreach.description} />
      <div className="wrap pt-8 pb-6 md:pt-12 lg:pt-16 lg:pb-10">
        <Eyebrow>{t.outreach.eyebrow}</Eyebrow>
        <h1 className="display mt-4 max-w-4xl text-4xl">{t.outreach.heading}</h1>
        <p className="text-lg text-pretty text-muted mt-4 max-w-2xl">{t.outreach.lead}</p>
        <EnglishNote text={t.outreach.onlyEnglish} />
      </div>
      <div className="wrap">
        <OwnSite values={values} />
        <h2 className="display mt-14 text-3xl">{t.outreach.templates}</h2>
        <nav aria-label={t.outreach.jump} className="flex flex-wrap gap-2 mt-5">
          {outreachTemplates.map(({ id }) => (
            <Fragment key={id}>
              <a className={chip} href={`#${id}`}>
                {t.outreach.categories[id]}
              </a>{' '}
            </Fragment>
          ))}
        </nav>
        <div className="mt-8 grid gap-6 lg:grid-cols-2">
          {outreachTemplates.map((template) => (
            <TemplateCard key={template.id} template={template} values={values} />
          ))}
        </div>
      </div>
      <section className="band mt-16" aria-labelledby="strategies">
        <div className="wrap py-14 md:py-20 xl:py-28">
          <h2 id="strategies" className="display text-3xl">
            {t.outreach.strategies}
          </h2>
          <div className="mt-10 grid gap-x-12 gap-y-10 lg:grid-cols-2" lang="en">
            {strategies.map(({ title, text, steps }) => (
              <div key={title}>
                <h3 className="text-xl font-bold">{title}</h3>
                <p className="mt-2 text-muted">{text}</p>
                <Ticks className="mt-4" texts={steps} />
              </div>
            ))}
          </div>
        </div>
      </section>
      <CopyScript />
    </>
  )
}

function OwnSite({ values }: { values: TemplateValues }) {
  const { t } = useDocumentI18n()
  return (
    <form method="get" className={card} aria-labelledby="own-site">
      <h2 id="own-site" className="text-xl font-bold">
        {t.outreach.yours}
      </h2>
      <p id="own-site-note" className="mt-1 text-xs text-muted">
        {t.outreach.yoursNote}
      </p>
      <div className="mt-5 grid gap-4 md:grid-cols-3">
        {names.map((name) => (
          <div key={name}>
            <label className={label} htmlFor={name}>
              {t.outreach[name]}
            </label>
            <input
              className={field()}
              id={name}
              name={name}
              defaultValue={values[name]}
              maxLength={longest[name]}
              autoComplete={name === 'yourName' ? 'name' : 'off'}
            />
          </div>
        ))}
      </div>
      <button type="submit" className={`${button()} mt-5`}>
        {t.outreach.fill}
      </button>
    </form>
  )
}

function TemplateCard({
  template,
  values,
}: {
  template: OutreachTemplate
  values: TemplateValues
}) {
  const { t } = useDocumentI18n()
  const { id } = template
  const name = templateNames[id]
  const subject = fillTemplate(template.subject, values)
  const text = fillTemplate(template.text, values)
  // mailto URLs have CRLF line breaks (RFC 6068).
  const body = text.replaceAll('\n', '\r\n')
  return (
    <article id={id} className={card} aria-labelledby={`${id}-name`}>
      <p className="text-sm text-muted">{t.outreach.categories[id]}</p>
      <h3 id={`${id}-name`} className="text-xl font-bold" lang="en">
        {name}
      </h3>
      <p className="mt-4 text-sm">
        <span className="text-muted">{t.outreach.subject}</span>{' '}
        <span id={`${id}-subject`} className="font-semibold" lang="en">
          {subject}
        </span>
      </p>
      <label className="sr-only" htmlFor={`${id}-text`}>
        {`${t.outreach.body}: ${name}`}
      </label>
      <textarea
        id={`${id}-text`}
        className={`${field({ lines: 'several' })} mt-3 resize-y`}
        rows={16}
        lang="en"
        defaultValue={text}
        spellCheck={false}
        autoComplete="off"
      />
      <div className="mt-4 flex flex-wrap items-center gap-3">
        <CopyButton
          source={`${id}-text`}
          label={t.outreach.copyEmail}
          name={`${t.outreach.copyEmail}: ${name}`}
        />{' '}
        <CopyButton
          source={`${id}-subject`}
          label={t.outreach.copySubject}
          name={`${t.outreach.copySubject}: ${name}`}
          quiet
        />{' '}
        <a
          className={button({ look: 'quiet' })}
          href={`mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`}
          aria-label={`${t.outreach.openInMail}: ${name}`}
        >
          <Mail aria-hidden="true" size={18} />
          {t.outreach.openInMail}
        </a>
      </div>
    </article>
  )
}
