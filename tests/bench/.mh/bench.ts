import { fork } from 'node:child_process'; import { once } from 'node:events'; import http from 'node:http'; import net from 'node:net'
const dir = process.env.MHDIR!
const origin = fork(dir + '/zz-origin.ts'); const [o] = await once(origin, 'message') as any
const prog = async () => { const p = fork(dir + '/zz-prog.ts', { env: { ...process.env, ORIGIN: JSON.stringify(o) }, execArgv: ['--expose-gc', ...(process.env.PROF ? ['--cpu-prof','--cpu-prof-dir=/tmp/mh/prof'] : [])] }); const [m] = await once(p, 'message') as any; return { p, port: m.port } }
const get = (port: number, path: string) => new Promise<any>((res) => http.get({ port, host: '127.0.0.1', path }, async (r) => { const c = []; for await (const x of r) c.push(x); res(JSON.parse(Buffer.concat(c).toString())) }))
const buf = Buffer.alloc(256 * 1024)
const read = (port: number, path: string) => new Promise<number>((resolve, reject) => { let n = 0; const s = net.connect({ port, host: '127.0.0.1', onread: { buffer: buf, callback: (k: number) => { n += k; return true } } } as any, () => s.write(`GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`)); s.on('close', () => resolve(n)); s.on('error', reject) })
if (process.argv[2] === 'speed') {
  const modes = process.argv[3]!.split(','), schemes = (process.argv[4] ?? 'https').split(','), rounds = +(process.argv[5] ?? 3), per = 3
  const sum: any = {}
  const ps: any = {}; for (const m of modes) ps[m] = await prog()
  for (let r = 0; r < rounds + 1; r++) for (const sc of schemes) for (const m of modes) {
    const { port } = ps[m]; const c0 = (await get(port, '/cpu')).cpu, t0 = performance.now(); let bytes = 0
    await Promise.all(Array.from({ length: 8 }, async () => { for (let i = 0; i < per; i++) { const n = await read(port, `/${m}/${sc}`); bytes += n } }))
    if (process.env.DBG) console.log(m, sc, bytes / per / 8); const dt = (performance.now() - t0) / 1000, c = (await get(port, '/cpu')).cpu - c0
    if (r > 0) { const k = m + ' ' + sc; (sum[k] ??= []).push([bytes / 1e6 / dt, c / (bytes / 1e9)]) }
  }
  for (const k in sum) { const med = (i: number) => sum[k].map((x: any) => x[i]).sort((a: number, b: number) => a - b)[sum[k].length >> 1]; console.log(k.padEnd(16), med(0).toFixed(0).padStart(6), 'MB/s', med(1).toFixed(2), 'CPU s/GB') }
  for (const m of modes) (process.env.PROF ? await get(ps[m].port, '/quit').catch(() => {}) : ps[m].p.kill())
} else {
  for (const m of process.argv[3]!.split(',')) for (const sc of ['https','http']) {
    const { p, port } = await prog(); await read(port, `/${m}/${sc}`); await read(port, `/${m}/${sc}`)
    const before = (await get(port, '/cpu')).rss; let peak = 0
    const socks = Array.from({ length: 100 }, () => { const s = net.connect(port, '127.0.0.1', () => s.write(`GET /${m}/${sc} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`)); s.pause(); const t = setInterval(() => { s.read(20_000) }, 100); s.on('close', () => clearInterval(t)); return s })
    const { readFileSync } = await import('node:fs')
    for (let i = 0; i < 60; i++) { await new Promise(r => setTimeout(r, 100)); const rss = +/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${p.pid}/status`, 'utf8'))![1]! * 1024; peak = Math.max(peak, rss) }
    const after = (await get(port, '/cpu'))
    console.log(m, sc, 'before', (before / 1e6).toFixed(0), 'peak +', ((peak - before) / 1e6).toFixed(0), 'after gc +', ((after.rss - before) / 1e6).toFixed(0), 'MB external', (after.ext.external / 1e6).toFixed(1), 'ab', (after.ext.arrayBuffers/1e6).toFixed(1))
    for (const s of socks) s.destroy(); p.kill()
  }
}
origin.kill()
