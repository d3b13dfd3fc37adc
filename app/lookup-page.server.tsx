import { type EntryContext, Outlet, useActionData } from 'react-router'
import type { Exchange } from '#app/middleware/exchange.server.ts'
import { Downloader } from '#app/ui/downloader/downloader.tsx'
import type { LookupView } from '#app/ui/downloader/look-up.server.ts'
import { answerInSlot, type LookupFrame } from './lookup-slots.server.ts'
import { type Rendered, renderPage } from './rendering.server.tsx'

const home = 'routes/home/home'
const layout = 'routes/public-layout'

/**
 * The page that answers a look-up: only the downloader for a script that looks for nothing else,
 * else all of it. Leaves the page around it in the slot. Null where the page has to be rendered as
 * any other.
 */
export async function lookupPage(
  request: Request,
  context: EntryContext,
  { lookupSlot: slot, id }: Exchange,
): Promise<Rendered | null> {
  const { staticHandlerContext: state } = context
  const view: LookupView | undefined = state.actionData?.[home]?.lookup
  if (slot === null || view === undefined || state.errors !== null) return null
  slot.frame ??= await frameOf(context, { url: request.url, id })
  const html = await answerInSlot(slot, view, request, id)
  return html === null ? null : { html, failed: false }
}

type Asked = { url: string; id: string }

async function frameOf(context: EntryContext, asked: Asked): Promise<LookupFrame | null> {
  const render = (entry: EntryContext, { url, id }: Asked) =>
    renderPage(entry, { url, id, unavailable: null })
  const empty = withAnswer(context, null)
  const downloader = downloaderOnly(context)
  const page = await render(empty, asked)
  const part = await render(withAnswer(downloader, null), asked)
  const start = page.html.indexOf(part.html)
  if (page.failed || part.failed || start === -1) return null
  return {
    before: page.html.subarray(0, start),
    behind: page.html.subarray(start + part.html.length),
    async render(view, request) {
      const { html, failed } = await render(withAnswer(downloader, view), request)
      return failed ? null : html
    },
  }
}

function withAnswer(context: EntryContext, lookup: LookupView | null): EntryContext {
  const { loaderData, ...state } = context.staticHandlerContext
  const actionData = lookup === null ? null : { [home]: { lookup } }
  return {
    ...context,
    staticHandlerContext: { ...state, actionData, loaderData: { ...loaderData } },
  }
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
  return { ...context, routeModules: modules, serverHandoffStream: undefined }
}

function HomeDownloader() {
  const answer = useActionData<{ lookup: LookupView }>()
  return <Downloader lookup={answer?.lookup ?? null} />
}
