import { once } from 'node:events'
import net from 'node:net'
import { onTestFinished } from 'vitest'

/** The settings that a client asks for as it connects. */
type Asked = Map<string, string>
type Refusal = { code: string; message: string }

type Options = {
  /** Doesn't pass them on, like PgBouncer's `ignore_startup_parameters`. */
  ignores?: string[]
  /** What the connection of a number, from 1, is refused with. */
  refuses?: (asked: Asked, number: number) => Refusal | undefined
}

const protocol = 196_608

/** Stands between an app and its database as poolers do, and reads what connections begin with. */
export async function poolerBetween(url: string, { ignores = [], refuses }: Options) {
  const { hostname, port } = new URL(url)
  const sockets = new Set<net.Socket>()
  let number = 0
  const server = net.createServer((inner) => {
    sockets.add(inner.on('error', () => {}))
    inner.once('data', (message: Buffer) => {
      const asked = askedBy(message)
      if (asked !== null) number += 1
      const refusal = asked === null ? undefined : refuses?.(asked, number)
      if (refusal !== undefined) return void inner.end(refused(refusal))
      const outer = net.connect(Number(port), hostname)
      sockets.add(outer.on('error', () => {}))
      for (const name of ignores) asked?.delete(name)
      outer.write(asked === null ? message : begins(asked))
      inner.pipe(outer).pipe(inner)
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  const target = new URL(url)
  target.host = `127.0.0.1:${(server.address() as net.AddressInfo).port}`
  return target.href
}

/** Null for a message that cancels a statement. */
function askedBy(message: Buffer): Asked | null {
  if (message.readInt32BE(4) !== protocol) return null
  const texts = message.toString('utf8', 8).split('\0')
  const pairs = texts.flatMap((name, n) =>
    n % 2 === 0 && name !== '' ? [[name, texts[n + 1] ?? ''] as const] : [],
  )
  return new Map(pairs)
}

function begins(asked: Asked): Buffer {
  const body = Buffer.from(`${[...asked].flat().join('\0')}\0\0`)
  const head = Buffer.alloc(8)
  head.writeInt32BE(body.length + 8)
  head.writeInt32BE(protocol, 4)
  return Buffer.concat([head, body])
}

function refused({ code, message }: Refusal): Buffer {
  const body = Buffer.from(`SFATAL\0C${code}\0M${message}\0\0`)
  const head = Buffer.alloc(5)
  head.write('E')
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}
