import { startExtractionService } from '#tests/fakes/extraction-service.ts'
import { startMediaHost } from '#tests/fakes/media-host.ts'
import { type AppServer, discardApp, startApp } from './app-server.ts'

export type LiveApp = AppServer & {
  extraction: Awaited<ReturnType<typeof startExtractionService>>
  media: Awaited<ReturnType<typeof startMediaHost>>
  close(): Promise<void>
}

/** The app in live mode, with an extraction service and a media host of its own. */
export async function startLiveApp(
  env: Record<string, string> = {},
  /** `host:port` of other hosts that it may call. */
  otherHosts: readonly string[] = [],
  dataDir?: string,
): Promise<LiveApp> {
  const media = await startMediaHost()
  const extraction = await startExtractionService({ mediaOrigin: media.origin })
  const app = await startApp(
    {
      EXTRACTION_API_URL: extraction.endpoint,
      TRUSTED_UPSTREAMS: [extraction.hostPort, media.hostPort, ...otherHosts].join(),
      ...env,
    },
    dataDir,
  )
  return {
    ...app,
    extraction,
    media,
    async close() {
      await discardApp(app)
      await Promise.all([extraction.close(), media.close()])
    },
  }
}

/** What a visitor without JavaScript gets: the page after posting a link. */
export async function lookUp(
  app: AppServer,
  link: string,
): Promise<{ status: number; html: string }> {
  const response = await fetch(`${app.origin}/`, {
    method: 'POST',
    body: new URLSearchParams({ url: link }),
  })
  return { status: response.status, html: await response.text() }
}

/** The addresses of a page's links that contain the text, as they stand in its HTML. */
export function linksIn(html: string, text: string): string[] {
  return [...html.matchAll(/(?:href|src)="([^"]+)"/g)]
    .map(([, href = '']) => href.replaceAll('&amp;', '&'))
    .filter((href) => href.includes(text))
}

/** The link on the page of a result that saves it in a format, without the origin. */
export function saveLinkIn(html: string, format = 'mp4'): string {
  const link = linksIn(html, `/${format}?e=`).find((href) => href.startsWith('/save/'))
  if (link === undefined) throw new Error(`The page has no link for ${format}`)
  return link
}
