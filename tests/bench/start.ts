import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startApp } from '#tests/support/app-server.ts'
import { cpuSeconds, memoryMb } from './process.ts'
import { median, type Row, row } from './table.ts'

const rounds = 5

/** From `node` to the first page, and what the process then holds while no one asks for anything. */
export async function startRows(): Promise<Row[]> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'cleanclip-bench-'))
  const starts: number[] = []
  const cpu: number[] = []
  const memory: number[] = []
  try {
    // The first one makes the database.
    for (let round = 0; round <= rounds; round += 1) {
      const began = performance.now()
      const app = await startApp({ LOG_LEVEL: 'error' }, dataDir)
      await (await fetch(`${app.origin}/`)).arrayBuffer()
      starts.push(performance.now() - began)
      const pid = app.process.pid ?? 0
      cpu.push(cpuSeconds(pid) ?? 0)
      await wait(3000)
      memory.push(memoryMb(pid) ?? 0)
      await app.stop()
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
  const [first = 0, ...others] = starts
  return [
    row('First answer after the very first start', first, 'ms'),
    row(`First answer after a start (median of ${rounds})`, median(others), 'ms'),
    row('… of it, processor time', median(cpu) * 1000, 'ms'),
    row('Memory 3 s after it', median(memory), 'MB'),
  ]
}
