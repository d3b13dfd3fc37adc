import { useI18n } from '#app/i18n/use-i18n.ts'
import { button } from '#app/ui/button.ts'
import { SiteFooter } from '#app/ui/site/frame/site-footer.tsx'
import { SiteHeader } from '#app/ui/site/frame/site-header.tsx'
import { MessagePage } from './message-page.tsx'

/** What is said of an address that leads nowhere. */
export function NotFoundMessage() {
  const { t, localPath } = useI18n()
  return (
    <MessagePage title={t.notFound.title} text={t.notFound.text}>
      <a className={button()} href={localPath('/')}>
        {t.notFound.back}
      </a>
    </MessagePage>
  )
}

/** The same as a whole page, for where no layout is around it. */
export function NotFoundPage() {
  return (
    <>
      <SiteHeader />
      <main id="content">
        <NotFoundMessage />
      </main>
      <SiteFooter />
    </>
  )
}
