import { type EntryContext, Outlet, useActionData } from 'react-router'
import { pageVersion } from '#app/models/page-version.server.ts'
import { settings } from '#app/models/settings.server.ts'
import { Downloader } from '#app/ui/downloader/downloader.tsx'
import type { LookupView } from '#app/ui/downloader/look-up.server.ts'
import type { Rendered } from './rendering.server.tsx'

/**
 * Answers to look-ups are pages of which only the downloader is new. It alone is rendered, and put
 * into the page around it, which is kept.
 */

const home = 'routes/home/home'
const layout = 'routes/public-layout'
const maxFrames = 100

/** What stands before and behind the downloader. */
type Frame = { before: Buffer; behind: Buffer }
const frames = new Map<string, Frame>()
let framesVersion = -1

/**
 * The page that answers a look-up: only the downloader for a script that looks for nothing else,
 * else all of it. Null where the page has to be rendered as any other.
 */
export async function lookupPage(
  request: Request,
  context: EntryContext,
  render: (context: EntryContext) => Promise<Rendered>,
): Promise<Rendered | null> {
  const { staticHandlerContext: state } = context
  const answered = request.method === 'POST' && state.matches.at(-1)?.route.id === home
  if (!answered || state.actionData === null || state.errors !== null) return null
  if (!settings().responseCaching) return null
  const part = await render(downloaderOnly(context))
  if (part.failed) return null
  // Only a script's request says so, and a browser lets no script say otherwise.
  if (request.headers.get('sec-fetch-dest') === 'empty') return part
  const frame = await frameOf(request, context, render)
  if (frame === null) return null
  return { html: Buffer.concat([frame.before, part.html, frame.behind]), failed: false }
}

async function frameOf(
  request: Request,
  context: EntryContext,
  render: (context: EntryContext) => Promise<Rendered>,
): Promise<Frame | null> {
  const version = pageVersion()
  if (framesVersion !== version || frames.size >= maxFrames) frames.clear()
  framesVersion = version
  const key = frameKey(request, context)
  const kept = frames.get(key)
  if (kept !== undefined) return kept
  const empty = { ...context, staticHandlerContext: withoutAnswer(context.staticHandlerContext) }
  const page = await render(empty)
  const part = await render(downloaderOnly(empty))
  const start = page.html.indexOf(part.html)
  if (page.failed || part.failed || start === -1) return null
  const frame = {
    before: page.html.subarray(0, start),
    behind: page.html.subarray(start + part.html.length),
  }
  if (version === pageVersion()) frames.set(key, frame)
  return frame
}

/** All that the page around the downloader is made of: its address, and what its loaders said. */
function frameKey(request: Request, { staticHandlerContext }: EntryContext): string {
  const { pathname, search } = new URL(request.url)
  const { root, [layout]: visit } = staticHandlerContext.loaderData
  // The stamp of this moment is for forms that this page has none of.
  return JSON.stringify([pathname, search, { ...root, formStamp: '' }, visit])
}

type State = EntryContext['staticHandlerContext']

function withoutAnswer(state: State): State {
  return { ...state, actionData: null, loaderData: { ...state.loaderData } }
}

function downloaderOnly(context: EntryContext): EntryContext {
  const modules = { ...context.routeModules }
  for (const [id, component] of [
    ['root', Outlet],
    [layout, Outlet],
    [home, HomeDownloader],
  ] as const) {
    const { Layout: _, ...module } = modules[id] ?? {}
    modules[id] = { ...module, default: component }
  }
  return { ...context, routeModules: modules }
}

function HomeDownloader() {
  const answer = useActionData<{ lookup: LookupView }>()
  return <Downloader lookup={answer?.lookup ?? null} />
}
