import { startExtractionService } from '#tests/fakes/extraction-service.ts'
import { startMediaHost } from '#tests/fakes/media-host.ts'
import { type AppServer, discardApp, startApp } from './app-server.ts'
import { makeDataFolder } from './data-folder.ts'

export type LiveApp = AppServer & {
  extraction: Awaited<ReturnType<typeof startExtractionService>>
  media: Awaited<ReturnType<typeof startMediaHost>>
  close(): Promise<void>
}

/** Without a folder, look-ups don't wait for each other. */
export async function startLiveApp(
  env: Record<string, string> = {},
  /** `host:port` of other hosts it may call. */
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
    dataDir ?? (await makeDataFolder({ extractionRequestsPerSecond: 1000 })),
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

/** Posts a link as a visitor without JavaScript; returns the page. */
export async function lookUp(
  app: Pick<AppServer, 'origin'>,
  link: string,
): Promise<{ status: number; html: string }> {
  const response = await fetch(`${app.origin}/`, {
    method: 'POST',
    body: new URLSearchParams({ url: link }),
  })
  return { status: response.status, html: await response.text() }
}

/** Returns the addresses of a page's links that contain the text, as in its HTML. */
export function linksIn(html: string, text: string): string[] {
  return [...html.matchAll(/(?:href|src)="([^"]+)"/g)]
    .map(([, href = '']) => href.replaceAll('&amp;', '&'))
    .filter((href) => href.includes(text))
}

/**
 * Returns the link that downloads a post in a format, without the origin, reached from a result
 * page as by a visitor without JavaScript.
 */
export async function saveLinkIn(
  { origin }: Pick<AppServer, 'origin'>,
  html: string,
  format = 'mp4',
): Promise<string> {
  const prepare = await prepareLinkIn({ origin }, html, format)
  const ready = await (await fetch(`${origin}${prepare}&ready`)).text()
  const link = linksIn(ready, `/${format}?e=`).find((href) => href.includes('/save/'))
  if (link === undefined) throw new Error(`There is no link that saves ${format}`)
  return link
}

/** Returns the link to a format's countdown page, without the origin. */
export async function prepareLinkIn(
  { origin }: Pick<AppServer, 'origin'>,
  html: string,
  format = 'mp4',
): Promise<string> {
  const chosen = await fetch(origin + chooseLinkIn(html, format), { redirect: 'manual' })
  const target = chosen.headers.get('location')
  if (target === null) throw new Error(`The page cannot prepare ${format}`)
  return target
}

/** Returns where a result's form leads with a format, without the origin. */
export function chooseLinkIn(html: string, format: string): string {
  const form = /<form[^>]* action="([^"]*\/prepare\/[^"/]+)"[\s\S]*?<\/form>/.exec(html)
  const query = new URLSearchParams({ format })
  for (const name of ['e', 's']) {
    const field = new RegExp(`name="${name}" value="([^"]*)"`).exec(form?.[0] ?? '')
    query.set(name, field?.[1] ?? '')
  }
  if (form === null) throw new Error('The page has no formats')
  return `${form[1]}?${query}`
}

export function formatsIn(html: string): string[] {
  return [...html.matchAll(/<input[^>]* name="format"[^>]*>/g)].map(
    ([input]) => /value="([^"]*)"/.exec(input)?.[1] ?? '',
  )
}
