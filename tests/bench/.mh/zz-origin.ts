import http from 'node:http'; import https from 'node:https'
import { selfSigned } from '#tests/fakes/tls.ts'
const size = 23_000_000
const file = Buffer.alloc(size, 7); Buffer.from('000000206674797069736f6d0000020069736f6d69736f32617663316d703431', 'hex').copy(file)
const tls = selfSigned()
const h: http.RequestListener = (req, res) => {
  const m = /^bytes=(\d+)-(\d*)$/.exec(req.headers.range ?? '')
  const head = { 'content-type': 'video/mp4', 'accept-ranges': 'bytes', etag: '"x"' }
  if (m) { const s = +m[1]!, e = m[2] ? Math.min(+m[2], size - 1) : size - 1; res.writeHead(206, { ...head, 'content-length': e - s + 1, 'content-range': `bytes ${s}-${e}/${size}` }); res.end(file.subarray(s, e + 1)) }
  else { res.writeHead(200, { ...head, 'content-length': size }); res.end(file) }
}
const a = http.createServer(h).listen(0, '127.0.0.1', () => { const b = https.createServer(tls, h).listen(0, '127.0.0.1', () => {
  process.send!({ http: (a.address() as any).port, https: (b.address() as any).port, ca: tls.cert }) }) })
