import { data } from 'react-router'
import { settings } from '#app/models/settings.server.ts'
import { tagsInUse } from '#app/models/tags.server.ts'
import { stampForm } from '#app/services/form-stamp.server.ts'
import { DocumentContent, DocumentProblem } from '#app/ui/document-content.tsx'
import { ContactAddress, TagsHere } from '#app/ui/document-slots.tsx'
import { NoticeForm } from '#app/ui/notice-form.tsx'
import { Seo } from '#app/ui/seo.tsx'
import type { Route } from './+types/static-page'
import { readPageDocument } from './page-document.server.ts'

/** A page whose text is a document, and which needs no React in the browser. */
export async function loader({ params, url }: Route.LoaderArgs) {
  const read = await readPageDocument(url, params.lang)
  if (!read.ok) return data(null, { status: read.status })
  return data({
    document: read.document,
    description: read.description,
    contactAddress: settings().contactAddress,
    tags: tagsInUse(),
    formStamp: stampForm(),
  })
}

export default function StaticPage({ loaderData }: Route.ComponentProps) {
  if (loaderData === null) return <DocumentProblem />
  const { document, description, contactAddress, tags, formStamp } = loaderData
  return (
    <div className="wrap page-head">
      <Seo title={document.title} description={description} metas={document.metas} />
      <DocumentContent
        document={document}
        slots={{
          'contact-address': <ContactAddress address={contactAddress} />,
          'dmca-form': <NoticeForm contactAddress={contactAddress} formStamp={formStamp} />,
          tags: <TagsHere kinds={tags} />,
        }}
      />
    </div>
  )
}
