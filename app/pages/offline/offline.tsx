import { notFound } from '#app/http/refusals.ts'
import { useSite } from '#app/i18n/site-context.ts'
import { useDocumentI18n } from '#app/i18n/use-i18n.ts'
import { isPagePrefix, pageLanguageHeaders } from '#app/pages/middleware/page-language.server.ts'
import { button } from '#app/ui/button.ts'
import { Logo } from '#app/ui/logo.tsx'
import { headerRow } from '#app/ui/site/frame/site-header.tsx'
import { MessagePage } from '#app/ui/site/messages/message-page.tsx'
import { ModuleScript } from '#app/ui/site/page-scripts.tsx'
import type { Route } from './+types/offline'
import script from './browser/come-back.ts?worker&url'

export const middleware: Route.MiddlewareFunction[] = [pageLanguageHeaders]

/** Nothing personal: the service worker keeps it on every visitor's device. */
export function loader({ params }: Route.LoaderArgs) {
  if (!isPagePrefix(params.lang)) throw notFound()
  return null
}

/** Shown by the service worker for a page that the network doesn't return. */
export default function Offline() {
  const { t } = useDocumentI18n()
  const { siteName } = useSite()
  return (
    <>
      <header className={headerRow}>
        <Logo name={siteName} />
      </header>
      <main id="content">
        <MessagePage title={t.offline.title} text={t.offline.text}>
          {/* biome-ignore lint/a11y/useValidAnchor: this address is that of the page asked for */}
          <a className={button()} href="">
            {t.offline.again}
          </a>
        </MessagePage>
      </main>
      <ModuleScript src={script} />
    </>
  )
}
