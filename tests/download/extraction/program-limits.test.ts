// @module-tag module
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { limiterFor } from '#app/download/extraction/ytdlp/program-limits.server.ts'

const limits = { fileBytes: 2 ** 20, dataBytes: 2 ** 30, cpuSeconds: 5 }
const tools = ['/usr/bin/prlimit', '/usr/bin/setpriv', '/proc/self/status']

test.runIf(tools.every((tool) => existsSync(tool)))(
  'a program that reads what others wrote could gain rights, fill the disk or run on and on',
  async () => {
    const limiter = await limiterFor(limits)
    const [command, ...args] = limiter('/bin/cat', ['/proc/self/status', '/proc/self/limits'])
    const own = execFileSync(command, args, { encoding: 'utf8' })
    expect(own).toMatch(/^NoNewPrivs:\s+1$/m)
    expect(own).toMatch(/^Max file size\s+1048576 /m)
    expect(own).toMatch(/^Max cpu time\s+5 /m)
  },
)
