import styles from '#app/app.css?url'
import type { DocumentTexts, Language } from '#app/i18n/catalogue.ts'
import { catalogue } from '#app/i18n/texts.server.ts'
import { link } from '#app/ui/link.ts'
import { Logo } from '#app/ui/logo.tsx'
import { headerRow } from '#app/ui/site/frame/site-header.tsx'
import { DocumentMeta } from '#app/ui/site/head/document-meta.tsx'
import { Message } from './message-page.tsx'

type Props = {
  language: Language
  siteName: string
  /** The operator's own words; '' for the site's. */
  text: string
  contactAddress: string
  dmcaPath: string
}

export function MaintenancePage({ text, contactAddress, dmcaPath, ...site }: Props) {
  const t = catalogue(site.language)
  return (
    <BarePage {...site} title={t.maintenance.title} text={text === '' ? t.maintenance.text : text}>
      {contactAddress !== '' && (
        <p>
          {`${t.pages.contact.label} `}
          <a className={`${link} font-bold`} href={`mailto:${contactAddress}`}>
            {contactAddress}
          </a>
        </p>
      )}
      <p>
        <a className={link} href={dmcaPath}>
          {t.header.dmca}
        </a>
      </p>
    </BarePage>
  )
}

/** Why a request isn't routed. */
export type Refusal = keyof DocumentTexts['refusals']

export function RefusedPage({
  why,
  ...site
}: Pick<Props, 'language' | 'siteName'> & { why: Refusal }) {
  return <BarePage {...site} {...catalogue(site.language).refusals[why]} />
}

/** A document that the router doesn't render. */
function BarePage({
  language,
  siteName,
  title,
  text,
  children,
}: {
  language: Language
  siteName: string
  title: string
  text: string
  children?: React.ReactNode
}) {
  return (
    <html lang={language}>
      <head>
        <DocumentMeta />
        <title>{`${title} · ${siteName}`}</title>
        <link rel="stylesheet" href={styles} />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      </head>
      <body>
        <header className={headerRow}>
          <Logo name={siteName} />
        </header>
        <main id="content">
          <Message title={title} text={text}>
            {children}
          </Message>
        </main>
      </body>
    </html>
  )
}
