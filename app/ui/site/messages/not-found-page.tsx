import { Download } from 'lucide-react'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { button } from '#app/ui/button.ts'
import { clipForm, clipLabel, clipRoot } from '#app/ui/clip-form.ts'
import { field } from '#app/ui/field.ts'
import { link } from '#app/ui/link.ts'
import { SiteFooter } from '#app/ui/site/frame/site-footer.tsx'
import { SiteHeader } from '#app/ui/site/frame/site-header.tsx'
import { UnsentScript } from '#app/ui/site/unsent-script.tsx'
import { MessagePage } from './message-page.tsx'

/** The message for a missing page, with the link form that most visitors need. */
export function NotFoundMessage() {
  const { t, localPath } = useI18n()
  return (
    <MessagePage title={t.notFound.title} text={t.notFound.text}>
      <div className={`${clipRoot} w-full`}>
        <form method="post" action={`${localPath('/')}#downloader`} className={clipForm} noValidate>
          <UnsentScript />
          <label htmlFor="post-link" className={clipLabel}>
            {t.downloader.label}
          </label>
          <input
            id="post-link"
            name="url"
            type="url"
            inputMode="url"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={4096}
            placeholder={t.downloader.placeholder}
            className={`${field()} border-transparent placeholder-shown:text-ellipsis focus:outline-3 focus:-outline-offset-3 focus:outline-text dark:bg-page`}
          />
          <button type="submit" className={button({ look: 'ink', size: 'large' })}>
            <Download aria-hidden="true" size={20} />
            {t.downloader.submit}
          </button>
        </form>
      </div>
      <a className={`${link} inline-flex min-h-11 items-center`} href={localPath('/')}>
        {t.notFound.back}
      </a>
    </MessagePage>
  )
}

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
