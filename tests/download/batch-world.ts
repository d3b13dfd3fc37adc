import type { AppServer } from '#tests/support/app-server.ts'
import { linksIn } from '#tests/support/live-app.ts'
import { until } from '#tests/support/until.ts'

/** A batch as a visitor without JavaScript has it: its address, and its page as it is now. */
export type VisitorsBatch = {
  /** The path of its page. */
  path: string
  page(): Promise<{ response: Response; html: string; states: string[] }>
  /** The page once nothing is being looked up any more. */
  done(): Promise<{ html: string; states: string[] }>
  /** The link to its ZIP. */
  zipLink(format?: 'mp4' | 'hd' | 'mp3'): Promise<string>
}

/** Sends the form with links. */
export function sendLinks(app: AppServer, links: string, headers: Record<string, string> = {}) {
  return fetch(`${app.origin}/batch`, {
    method: 'POST',
    redirect: 'manual',
    headers,
    body: new URLSearchParams({ links }),
  })
}

/** Makes a batch of links. */
export async function makeBatch(app: () => AppServer, links: string[]): Promise<VisitorsBatch> {
  const answer = await sendLinks(app(), links.join('\n'))
  if (answer.status !== 303) throw new Error(`No batch: ${answer.status} ${await answer.text()}`)
  return batchAt(app, answer.headers.get('location') ?? '')
}

export function batchAt(app: () => AppServer, path: string): VisitorsBatch {
  const page = async () => {
    const response = await fetch(app().origin + path)
    const html = await response.text()
    return { response, html, states: statesIn(html) }
  }
  const done = () =>
    until(async () => {
      const now = await page()
      if (now.states.some((state) => state === 'waiting' || state === 'looking')) {
        throw new Error(`Still ${now.states}`)
      }
      return now
    })
  return {
    path,
    page,
    done,
    async zipLink(format = 'mp4') {
      // The page leads to the countdown for the format that its address asks for.
      const response = await fetch(`${app().origin}${path}?format=${format}`)
      const [prepare] = linksIn(await response.text(), `/prepare/${format}`)
      if (prepare === undefined) throw new Error('The page has no ZIP')
      const ready = `${prepare}${prepare.includes('?') ? '&' : '?'}ready`
      const page = await (await fetch(app().origin + ready)).text()
      const [link] = linksIn(page, `/zip/${format}?`)
      if (link === undefined) throw new Error('The countdown leads to no ZIP')
      return app().origin + link
    },
  }
}

function statesIn(html: string): string[] {
  return [...html.matchAll(/<li[^>]*data-state="(\w+)"/g)].map(([, state = '']) => state)
}
