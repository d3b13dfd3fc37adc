import { data, Outlet } from 'react-router'
import prose from '#app/css/prose.css?url'
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
 * A page whose text is a document, with the downloader in it as the route below: see look-up.tsx. The
 * text is no part of its data.
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
  })
}

/** A look-up changes nothing that the page says. */
export const shouldRevalidate = () => false

export default function DownloaderPage({ loaderData }: Route.ComponentProps) {
  if (loaderData === null) return <DocumentProblem />
  const { document, description } = loaderData
  return (
    <div className="wrap pt-8 pb-6 md:pt-12 lg:pt-16 lg:pb-10">
      <Seo title={document.title} description={description} metas={document.metas} />
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
