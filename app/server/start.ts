/**
 * `npm start`: builds the app if its sources changed, then runs the server. Restarts it after a
 * crash, as systemd and Docker do.
 */
import '#app/cli/build.ts'
import { type ChildProcess, fork } from 'node:child_process'
import { crashCode } from './crash-code.ts'
import { whenNpmEnds } from './npm-end.ts'

const firstPauseMs = 1000
const longestPauseMs = 60_000
/** After running this long, a server counts as working and the restart pause is reset. */
const provenMs = 60_000

let server: ChildProcess | null = null
let stopping = false
let failures = 0

function run(): void {
  const startedAt = performance.now()
  // In its own process group: Ctrl+C reaches it only once, from here. SIGUSR1 would open Node's
  // debugger to every account of the machine.
  server = fork('build/server/server.js', {
    detached: process.platform !== 'win32',
    execArgv: ['--disable-sigusr1'],
  })
  server.once('exit', (code, signal) => {
    server = null
    if (stopping || (code !== null && code !== crashCode)) process.exit(code ?? 1)
    failures = performance.now() - startedAt > provenMs ? 1 : failures + 1
    const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** (failures - 1))
    const how = signal === null ? 'after a fault' : `by ${signal}`
    process.stderr.write(`The server was ended ${how}. It starts again in ${pauseMs / 1000} s.\n`)
    setTimeout(run, pauseMs)
  })
}

function stop(signal: NodeJS.Signals): void {
  stopping = true
  if (server === null) process.exit(0)
  server.kill(signal)
}

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'] as const) process.on(signal, stop)
for (const signal of ['SIGUSR1', 'SIGUSR2'] as const) process.on(signal, () => {})
whenNpmEnds(() => stop('SIGTERM'))

run()
