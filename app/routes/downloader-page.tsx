import { data } from 'react-router'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { exchangeContext } from '#app/middleware/exchange.server.ts'
import { DocumentContent, DocumentProblem } from '#app/ui/document-content.tsx'
import { Bookmarklet } from '#app/ui/document-slots.tsx'
import { Downloader } from '#app/ui/downloader/downloader.tsx'
import type { PageHandle } from '#app/ui/page-scripts.tsx'
import { Seo } from '#app/ui/seo.tsx'
import type { Route } from './+types/downloader-page'
import { readPageDocument } from './page-document.server.ts'

export const handle: PageHandle = { hydration: true }

/** A page whose text is a document with the downloader in it. The text is no part of its data. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const read = await readPageDocument(url, params.lang)
  if (!read.ok) return data(null, { status: read.status })
  const { html, ...document } = read.document
  context.get(exchangeContext).servedHtml = html.map((piece) =>
    piece.kind === 'html' ? piece.html : '',
  )
  return data({
    document: {
      ...document,
      html: html.map((piece) => (piece.kind === 'html' ? { kind: 'served' as const } : piece)),
    },
    description: read.description,
  })
}

/** A look-up changes nothing that the page says. */
export const shouldRevalidate = () => false

export default function DownloaderPage({ loaderData }: Route.ComponentProps) {
  const { t } = useI18n()
  if (loaderData === null) return <DocumentProblem />
  const { document, description } = loaderData
  return (
    <div className="wrap page-head">
      <Seo title={document.title} description={description} metas={document.metas} />
      <DocumentContent
        document={document}
        slots={{
          downloader: (
            <section className="my-8" aria-label={t.pages.downloader}>
              <Downloader answer={null} />
            </section>
          ),
          bookmarklet: <Bookmarklet />,
        }}
      />
    </div>
  )
}
