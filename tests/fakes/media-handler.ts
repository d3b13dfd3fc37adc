import type { Call, Handler } from './http.ts'
import { serve } from './media-answer.ts'
import { faults } from './media-faults.ts'
import { bigFile, type MediaFile } from './media-files.ts'

export interface MediaHandlerOptions {
  files: Map<string, MediaFile>
  /** CDNs were seen to refuse HEAD: 503 by default. 'as_get' answers it as HTTP wants. */
  head?: 503 | 'as_get'
}

export interface MediaHandler {
  handle: Handler
  /** Answers an exact path as if it were under /fault/{fault}; null ends that. */
  setBehaviour(path: string, fault: string | null): void
}

/**
 * GET /media/{name}, /post/{any id}/{name} (the same files, told apart by tests), /big/{bytes} and
 * /fault/{fault}[/{number}]/{any of the paths before}; the faults are listed in media-faults.ts.
 */
export function mediaHandler(options: MediaHandlerOptions): MediaHandler {
  const behaviours = new Map<string, string>()
  const timesAsked = new Map<string, number>()

  function find(path: string[]): MediaFile | undefined {
    const [kind, first, second] = path
    if (kind === 'big') return bigFile(Number(first))
    return options.files.get((kind === 'post' ? second : kind === 'media' ? first : '') ?? '')
  }

  async function handle(call: Call): Promise<void> {
    const { req, res, url } = call
    if (req.method === 'HEAD' && options.head !== 'as_get') {
      res.writeHead(503).end()
      return
    }
    const behaviour = behaviours.get(url.pathname)
    const path = behaviour === undefined ? url.pathname : `/fault/${behaviour}${url.pathname}`
    const parts = path.split('/').filter((part) => part !== '')
    if (parts[0] !== 'fault') {
      await serveOr404(call, find(parts))
      return
    }

    const times = (timesAsked.get(path) ?? 0) + 1
    timesAsked.set(path, times)
    const [, name = '', ...rest] = parts
    const number = /^\d+$/.test(rest[0] ?? '') ? Number(rest.shift()) : undefined
    const file = find(rest.length === 0 ? ['media', 'video.mp4'] : rest)
    const fault = faults.get(name)
    if (/^[45]\d\d$/.test(name)) res.writeHead(Number(name), { 'Content-Type': 'text/plain' }).end()
    else if (fault === undefined) throw new Error(`the media host knows no fault ${name}`)
    else if (file === undefined) await serveOr404(call, file)
    else await fault({ call, file, number, times, rest })
  }

  return {
    handle,
    setBehaviour(path, fault) {
      if (fault === null) behaviours.delete(path)
      else behaviours.set(path, fault)
    },
  }
}

async function serveOr404(call: Call, file: MediaFile | undefined): Promise<void> {
  if (file !== undefined) await serve(call, file)
  else call.res.writeHead(404, { 'Content-Type': 'text/plain' }).end('no such file\n')
}
