import { type Call, type FakeServer, type ServerOptions, startServer } from '../http.ts'

/** A call to one of a platform's hosts. `url` is the public address that was asked for. */
export type HostCall = Omit<Call, 'url'> & { url: URL }

export type HostHandler = (call: HostCall) => void | Promise<void>

export type PlayedHosts = FakeServer & {
  /** The public addresses asked for so far, in order, as `GET https://host/path?query`. */
  asked(): string[]
  /** What the app needs to take this server for the platform. */
  env: { PLATFORM_ORIGINS: string; TRUSTED_UPSTREAMS: string }
}

/** Starts a server that plays a platform's hosts, each below its name: `ORIGIN/HOST/path?query`. */
export async function startPlayedHosts(
  platform: string,
  hosts: Record<string, HostHandler>,
  options: ServerOptions = {},
): Promise<PlayedHosts> {
  const server = await startServer((call) => {
    const url = publicUrl(call.record.url)
    const handler = hosts[url.hostname]
    if (handler === undefined) return void call.res.writeHead(502).end(`No host ${url.hostname}`)
    return handler({ ...call, url })
  }, options)
  return {
    ...server,
    asked: () => server.requests.map(({ method, url }) => `${method} ${publicUrl(url).href}`),
    env: {
      PLATFORM_ORIGINS: `${platform}=${server.origin}`,
      TRUSTED_UPSTREAMS: server.hostPort,
    },
  }
}

function publicUrl(requested: string): URL {
  return new URL(`https:/${requested}`)
}

export function sendJson({ res }: HostCall, body: unknown, status = 200, headers = {}): void {
  res
    .writeHead(status, { 'Content-Type': 'application/json; charset=utf-8', ...headers })
    .end(JSON.stringify(body))
}
