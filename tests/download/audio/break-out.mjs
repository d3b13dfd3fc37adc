/**
 * Tries what a hostile file would make a decoder do once it has taken it over, and writes as JSON
 * what came of each. Its arguments: a file to read, one to write, a port, a process to stop.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'

const [, , secret = '', target = '', port = '', pid = ''] = process.argv

const attempt = (act) => {
  try {
    act()
    return 'done'
  } catch (error) {
    return String(error.code ?? error)
  }
}

const found = {
  read: attempt(() => readFileSync(secret)),
  write: attempt(() => writeFileSync(target, 'x')),
  start: attempt(() => {
    const { error } = spawnSync(process.execPath, ['--version'])
    if (error) throw error
  }),
  signal: attempt(() => process.kill(Number(pid), 'SIGSTOP')),
  allocate: attempt(() => Buffer.alloc(1_500_000_000)),
  connect: await new Promise((resolve) => {
    try {
      const socket = connect(Number(port), '127.0.0.1', () => {
        socket.destroy()
        resolve('done')
      })
      socket.on('error', (error) => resolve(error.code))
    } catch (error) {
      resolve(String(error.code ?? error))
    }
  }),
}
process.stdout.write(JSON.stringify(found))
