import { data } from 'react-router'
import { localHref, neutralPath } from '#app/i18n/local-path.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { linkRecipients } from '#app/models/link-recipients.server.ts'
import { settings } from '#app/models/settings.server.ts'
import { defaultLanguage, pageLanguage } from '#app/models/site-language.server.ts'
import { tagsInUse } from '#app/models/tags.server.ts'
import { metaContent, readDocument } from '#app/services/fragment.server.ts'
import { log } from '#app/services/log.server.ts'
import { ContactForm } from '#app/ui/contact-form.tsx'
import { DocumentContent, DocumentProblem } from '#app/ui/document-content.tsx'
import { AskedHere, Bookmarklet, ContactAddress, TagsHere } from '#app/ui/document-slots.tsx'
import { Downloader } from '#app/ui/downloader/downloader.tsx'
import { NoticeForm } from '#app/ui/notice-form.tsx'
import { Seo } from '#app/ui/seo.tsx'
import type { Route } from './+types/static-page'

/** The document whose name is the page's own path: `/help` shows `help.html`. */
export async function loader({ params, url }: Route.LoaderArgs) {
  const language = pageLanguage(params.lang)
  const name = neutralPath(url.pathname.toLowerCase()).slice(1)
  const read = await readDocument(name, language, (href) =>
    localHref(href, language, defaultLanguage()),
  )
  if (!read.ok) {
    log.error({ page: name, reason: read.reason }, 'a page has no document to show')
    return data(null, { status: read.reason === 'missing' ? 404 : 500 })
  }
  const { document } = read
  return data({
    document,
    description: metaContent(document.metas, 'description') ?? '',
    contactAddress: settings().contactAddress,
    tags: tagsInUse(),
    recipients: linkRecipients(),
  })
}

export default function StaticPage({ loaderData }: Route.ComponentProps) {
  const { t } = useI18n()
  if (loaderData === null) return <DocumentProblem />
  const { document, description, contactAddress, tags, recipients } = loaderData
  return (
    <div className="wrap page-head">
      <Seo title={document.title} description={description} metas={document.metas} />
      <DocumentContent
        document={document}
        slots={{
          downloader: (
            <section className="my-8" aria-label={t.pages.downloader}>
              <Downloader lookup={null} />
            </section>
          ),
          bookmarklet: <Bookmarklet />,
          'contact-form': (
            <div className="my-8">
              <ContactForm contactAddress={contactAddress} />
            </div>
          ),
          'contact-address': <ContactAddress address={contactAddress} />,
          'dmca-form': <NoticeForm contactAddress={contactAddress} />,
          tags: <TagsHere kinds={tags} />,
          sources: <AskedHere recipients={recipients} />,
        }}
      />
    </div>
  )
}
