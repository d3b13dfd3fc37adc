/**
 * Loaded into a started app before its own code. Tells the test, over their channel, what the app
 * has open. Plain JavaScript, since stripping types would delay each start.
 */
import { subscribe } from 'node:diagnostics_channel'
import { existsSync, readdirSync, readlinkSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const servers = new Set()
subscribe('http.server.request.start', ({ server }) => servers.add(server))

const { DATABASE_URL } = process.env
const databasePort = DATABASE_URL === undefined ? null : Number(new URL(DATABASE_URL).port || 5432)
const outgoing = new Set()
subscribe('net.client.socket', ({ socket }) => {
  outgoing.add(socket)
  socket.once('close', () => outgoing.delete(socket))
})

// Node lists no timer that lets the process end. One that repeats never closes by itself.
const intervals = new Set()
const { setInterval, clearInterval } = globalThis
globalThis.setInterval = (...given) => {
  const timer = setInterval(...given)
  intervals.add(timer)
  return timer
}
globalThis.clearInterval = (timer) => {
  intervals.delete(timer)
  clearInterval(timer)
}

/** Idle connections to other services are kept for some seconds and not listed by Node. */
function open() {
  const counts = { interval: intervals.size }
  const add = (kind, count = 1) => {
    counts[kind] = (counts[kind] ?? 0) + count
  }
  for (const kind of process.getActiveResourcesInfo()) add(kind)
  const isDatabase = ({ remotePort }) => remotePort === databasePort
  const connections = [...outgoing].filter(isDatabase).length
  add('TCPSocketWrap', -connections)
  // The pool ends each of them after ten idle seconds.
  add('Timeout', -connections)
  for (const target of descriptors()) add(`descriptor of ${target.replace(/:.*/, '')}`)
  return counts
}

function descriptors() {
  const folder = '/proc/self/fd'
  if (!existsSync(folder)) return []
  return readdirSync(folder).flatMap((name) => {
    try {
      return [readlinkSync(`${folder}/${name}`)]
    } catch {
      // The one that read the folder.
      return []
    }
  })
}

function heapBytes() {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

const answers = {
  open,
  heapBytes,
  openWithoutVisitors() {
    for (const server of servers) server.closeAllConnections()
    return open()
  },
}
process.on('message', (question) => process.send(answers[question]()))
// A test worker that is killed would leave its app running.
process.once('disconnect', () => process.exit(1))
process.channel?.unref()
