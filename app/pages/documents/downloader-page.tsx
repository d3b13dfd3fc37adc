import { data, Outlet } from 'react-router'
import prose from '#app/css/prose.css?url'
import { useResultTitle } from '#app/download/ui/result-title.ts'
import { Seo } from '#app/ui/site/head/seo.tsx'
import type { PageHandle } from '#app/ui/site/page-scripts.tsx'
import type { Route } from './+types/downloader-page'
import { Bookmarklet } from './bookmarklet-section.tsx'
import { DocumentContent, DocumentProblem } from './document-content.tsx'
import { readPageDocument } from './page-document.server.ts'
import { servedHtml } from './served-html.server.ts'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: prose }]

export const handle: PageHandle = { hydration: true }

/**
 * A page whose text is a document, with the downloader as its child route: see look-up.tsx. The
 * text isn't in its loader data.
 */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const read = await readPageDocument(url, params.lang)
  if (!read.ok) return data(null, { status: read.status })
  const { html, ...document } = read.document
  context.set(
    servedHtml,
    html.map((piece) => (piece.kind === 'html' ? piece.html : '')),
  )
  return data({
    document: {
      ...document,
      html: html.map((piece) => (piece.kind === 'html' ? { kind: 'served' as const } : piece)),
    },
    description: read.description,
    writtenIn: read.writtenIn,
  })
}

/** A look-up doesn't change the page's text. */
export const shouldRevalidate = () => false

export default function DownloaderPage({ loaderData }: Route.ComponentProps) {
  const title = useResultTitle()
  if (loaderData === null) return <DocumentProblem />
  const { document, description, writtenIn } = loaderData
  return (
    <div className="wrap pt-8 pb-6 md:pt-12 lg:pt-16 lg:pb-10">
      {title === null ? (
        <Seo
          title={document.title}
          description={description}
          metas={document.metas}
          writtenIn={writtenIn}
        />
      ) : (
        <Seo title={title} description={description} writtenIn={writtenIn} />
      )}
      <DocumentContent
        document={document}
        slots={{
          downloader: <Outlet />,
          bookmarklet: <Bookmarklet />,
        }}
      />
    </div>
  )
}
