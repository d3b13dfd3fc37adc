import styles from '#app/app.css?url'
import type { Language } from '#app/i18n/catalogue.ts'
import { catalogue } from '#app/i18n/texts.server.ts'
import { link } from '#app/ui/link.ts'
import { Logo } from '#app/ui/logo.tsx'
import { headerRow } from '#app/ui/site/frame/site-header.tsx'
import { DocumentMeta } from '#app/ui/site/head/document-meta.tsx'
import { MessagePage } from './message-page.tsx'

type Props = {
  language: Language
  siteName: string
  /** The operator's own words; '' for the site's. */
  text: string
  contactAddress: string
  dmcaPath: string
}

export function MaintenancePage({ language, siteName, text, contactAddress, dmcaPath }: Props) {
  const t = catalogue(language)
  return (
    <html lang={language}>
      <head>
        <DocumentMeta />
        <link rel="stylesheet" href={styles} />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      </head>
      <body>
        <header className={headerRow}>
          <Logo name={siteName} />
        </header>
        <main id="content">
          <MessagePage title={t.maintenance.title} text={text === '' ? t.maintenance.text : text}>
            {contactAddress !== '' && (
              <p>
                {t.pages.contact.label}{' '}
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
          </MessagePage>
        </main>
      </body>
    </html>
  )
}
