import { data } from 'react-router'
import { ContactForm } from '#app/contact/ui/contact-form.tsx'
import prose from '#app/css/prose.css?url'
import { NoticeForm } from '#app/dmca/ui/notice-form.tsx'
import { Downloader } from '#app/download/ui/downloader.tsx'
import { useLookup } from '#app/download/ui/use-lookup.ts'
import { stampForm } from '#app/http/form-stamp.server.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { settings } from '#app/settings/settings.server.ts'
import { tagsInUse } from '#app/settings/tags.server.ts'
import { Seo } from '#app/ui/site/head/seo.tsx'
import type { Route } from './+types/static-page'
import { Bookmarklet } from './bookmarklet-section.tsx'
import { DocumentContent, DocumentProblem, hasContents } from './document-content.tsx'
import { AskedHere, ContactAddress, TagsHere } from './document-slots.tsx'
import { linkRecipients } from './link-recipients.server.ts'
import { readPageDocument } from './page-document.server.ts'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: prose }]

/** A page whose text is a document and that needs no React in the browser. */
export async function loader({ params, url }: Route.LoaderArgs) {
  const read = await readPageDocument(url, params.lang)
  if (!read.ok) return data(null, { status: read.status })
  return data({
    document: read.document,
    description: read.description,
    writtenIn: read.writtenIn,
    contactAddress: settings().contactAddress,
    tags: tagsInUse(),
    recipients: linkRecipients(),
    formStamp: stampForm(),
  })
}

export default function StaticPage({ loaderData }: Route.ComponentProps) {
  if (loaderData === null) return <DocumentProblem />
  const { document, description, writtenIn, contactAddress, tags, recipients, formStamp } =
    loaderData
  return (
    <div
      className={`pt-8 pb-6 md:pt-12 lg:pt-16 lg:pb-10 ${hasContents(document) ? 'wrap-text' : 'wrap-narrow'}`}
    >
      <Seo
        title={document.title}
        description={description}
        metas={document.metas}
        writtenIn={writtenIn}
      />
      <DocumentContent
        document={document}
        slots={{
          downloader: <DownloaderForm />,
          bookmarklet: <Bookmarklet />,
          'contact-form': (
            <div className="my-8">
              <ContactForm contactAddress={contactAddress} formStamp={formStamp} />
            </div>
          ),
          'contact-address': <ContactAddress address={contactAddress} />,
          'dmca-form': <NoticeForm contactAddress={contactAddress} formStamp={formStamp} />,
          tags: <TagsHere kinds={tags} />,
          sources: <AskedHere recipients={recipients} />,
        }}
      />
    </div>
  )
}

/** Leads to the home page: a page without React can't show a result. */
function DownloaderForm() {
  const { t, localPath } = useI18n()
  return (
    <section className="my-8" aria-label={t.pages.downloader}>
      <Downloader lookup={useLookup(null)} page={localPath('/')} />
    </section>
  )
}
