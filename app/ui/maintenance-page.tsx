import styles from '#app/app.css?url'
import { catalogue, type Language } from '#app/i18n/catalogue.ts'
import { themeColors } from '#app/utils/theme-color.ts'
import { Logo } from './logo.tsx'
import { MessagePage } from './message-page.tsx'

type Props = {
  language: Language
  siteName: string
  /** The operator's own words; '' for the site's. */
  text: string
  contactAddress: string
}

/** The whole document that visitors get in the place of every page while the site is worked on. */
export function MaintenancePage({ language, siteName, text, contactAddress }: Props) {
  const t = catalogue(language)
  return (
    <html lang={language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta
          name="theme-color"
          content={themeColors.light}
          media="(prefers-color-scheme: light)"
        />
        <meta name="theme-color" content={themeColors.dark} media="(prefers-color-scheme: dark)" />
        <link rel="stylesheet" href={styles} />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      </head>
      <body>
        <header className="site-header">
          <div className="wrap site-header-row">
            <span className="site-header-brand">
              <Logo name={siteName} />
            </span>
          </div>
        </header>
        <main id="content">
          <MessagePage title={t.maintenance.title} text={text === '' ? t.maintenance.text : text}>
            {contactAddress !== '' && (
              <p>
                {t.pages.contact.label}{' '}
                <a className="link font-bold" href={`mailto:${contactAddress}`}>
                  {contactAddress}
                </a>
              </p>
            )}
          </MessagePage>
        </main>
      </body>
    </html>
  )
}
