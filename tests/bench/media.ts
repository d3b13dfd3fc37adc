import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { lookUp, saveLinkIn } from '#tests/support/live-app.ts'
import { cpuSeconds, memoryMb, startProgram, startUnlimitedApp } from './process.ts'
import { readAtOnce } from './readers.ts'
import { type Row, row } from './table.ts'

type Fakes = {
  extraction: string
  media: string
  ca: string
  env: Record<string, string>
  posts: Record<string, string>
}

/** The size of `posts.big`. */
const fileBytes = 24_000_000

/** MP4 delivery against a server that only pipes the same origin, in MB/s and CPU time. */
export async function mediaRows(): Promise<Row[]> {
  return [...(await delivery('http')), ...(await delivery('https'))]
}

async function delivery(scheme: 'http' | 'https'): Promise<Row[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'cleanclip-bench-ca-'))
  const fakes = await startProgram<Fakes>([
    ...['tests/fakes/main.ts', '--no-record'],
    ...(scheme === 'https' ? ['--tls'] : []),
  ])
  const caFile = path.join(folder, 'ca.pem')
  writeFileSync(caFile, fakes.said.ca)
  const app = await startUnlimitedApp({
    ...fakes.said.env,
    TRUSTED_PROXIES: '127.0.0.1',
    NODE_EXTRA_CA_CERTS: caFile,
  })
  const bare = await startProgram<{ port: number }>(['tests/bench/bare-pipe.ts', fakes.said.media])
  try {
    const { html } = await lookUp(app, fakes.said.posts.big ?? '')
    const href = await saveLinkIn(app, html)
    const ours = { pid: app.pid, address: app.origin + href }
    const theirs = {
      pid: bare.process.pid ?? 0,
      address: `http://127.0.0.1:${bare.said.port}/big/${fileBytes}`,
    }
    // First, while neither process holds memory of an earlier load.
    const rows = await slowReaders(ours, theirs, scheme)
    for (const readers of [1, 8, 100]) {
      const times = Math.max(1, Math.round(96 / readers))
      await measure(theirs, readers, 1)
      await measure(ours, readers, 1)
      const yardstick = await measure(theirs, readers, times)
      const figure = await measure(ours, readers, times)
      const what = `MP4 from ${scheme}, ${readers} reader${readers === 1 ? '' : 's'}`
      rows.push(row(what, figure.speed, 'MB/s', yardstick.speed))
      if (figure.cpu !== null && yardstick.cpu !== null) {
        rows.push(row(`${what}, CPU`, figure.cpu, 's/GB', yardstick.cpu))
      }
    }
    return rows
  } finally {
    await app.discard()
    await bare.stop()
    await fakes.stop()
    rmSync(folder, { recursive: true })
  }
}

const slow = 500

type Subject = { pid: number; address: string }

async function measure({ pid, address }: Subject, readers: number, times: number) {
  const before = cpuSeconds(pid)
  const { bytes, seconds } = await readAtOnce(address, readers, times)
  const after = cpuSeconds(pid)
  const gigabytes = bytes / 1e9
  return {
    speed: bytes / 1e6 / seconds,
    cpu: before === null || after === null ? null : (after - before) / gigabytes,
  }
}

/** How much memory 500 readers at 200 kB/s take above what the process had before. */
async function slowReaders(ours: Subject, theirs: Subject, scheme: string): Promise<Row[]> {
  const figure = await extraMemory(ours)
  const yardstick = await extraMemory(theirs)
  if (figure === null || yardstick === null) return []
  return [row(`Memory for ${slow} slow readers from ${scheme}`, figure, 'MB', yardstick)]
}

async function extraMemory({ pid, address }: Subject): Promise<number | null> {
  const idle = memoryMb(pid)
  if (idle === null) return null
  let peak = idle
  const watch = setInterval(() => {
    peak = Math.max(peak, memoryMb(pid) ?? 0)
  }, 100)
  await readAtOnce(address, slow, 1, 200_000, AbortSignal.timeout(25_000))
  clearInterval(watch)
  return peak - idle
}
