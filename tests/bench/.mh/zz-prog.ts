import http from 'node:http'; import https from 'node:https'
import { pipeline } from 'node:stream'
import { createGuardedClient } from '#app/services/guarded-fetch.server.ts'
import { createMediaSource } from '#app/services/media.server.ts'
import { request, Agent } from 'undici'
const o = JSON.parse(process.env.ORIGIN!)
const client = createGuardedClient({ trustedUpstreams: [`127.0.0.1:${o.http}`, `127.0.0.1:${o.https}`], ca: o.ca })
const media = createMediaSource({ client, allowedHosts: () => [], serviceOrigin: () => null, maxBytes: () => 1e9, minBytesPerSecond: 1024, idleMs: () => 20000, sampleFolder: '/tmp' })
const hAgent = new http.Agent({ keepAlive: true }), sAgent = new https.Agent({ keepAlive: true, ca: o.ca })
const uAgent = new Agent({ connect: { ca: o.ca }, allowH2: false } as any)
const s = http.createServer(async (req, res) => {
  const [, mode, scheme] = req.url!.split('/')
  if (mode === 'quit') { res.end('1'); setTimeout(() => process.exit(), 50); return }
  if (mode === 'cpu') { (globalThis as any).gc?.(); const c = process.cpuUsage(); res.end(JSON.stringify({ cpu: (c.user + c.system) / 1e6, rss: process.memoryUsage().rss, ext: process.memoryUsage() })); return }
  const url = `${scheme}://127.0.0.1:${scheme === 'https' ? o.https : o.http}/x`
  if (mode === 'bare') {
    const r = (scheme === 'https' ? https : http).request(url, { agent: scheme === 'https' ? sAgent : hAgent }, (up) => { res.writeHead(200, { 'content-length': up.headers['content-length']! }); up.pipe(res) }); r.on('error', () => res.destroy()); res.on('close', () => r.destroy()); r.end(); return }
  if (mode === 'undici') { const a = await request(url, { dispatcher: uAgent }); res.writeHead(200, { 'content-length': a.headers['content-length'] as string }); pipeline(a.body, res, () => {}); return }
  const ac = new AbortController()
  const a = await media.open(url, { method: 'GET', accept: 'video', signal: ac.signal })
  if (!a.ok) { res.writeHead(500).end(a.failure); return }
  res.writeHead(200, { 'content-type': 'video/mp4', ...a.media.headers })
  if (mode === 'pipe') { a.media.body.pipe(res); res.on('close', () => a.media.body.destroy()) } else pipeline(a.media.body, res, () => {})
})
s.listen(0, '127.0.0.1', () => process.send!({ port: (s.address() as any).port }))
