import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync } from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { unpackPackages } from './debian-packages.ts'
import { limits } from './limits.ts'

/** Debian’s packages with a server in them, and the files below `/` that a test needs of them. */
export type DebianServer = { packages: string[]; program: string; files?: string[] }

/**
 * Finds an installed server, or unpacks Debian's. Returns the folder that is `/` for its files;
 * null where there is none.
 */
export function findServer({ packages, program, files = [] }: DebianServer): string | null {
  const hasAll = (root: string) =>
    [program, ...files].every((file) => existsSync(path.join(root, file)))
  if (process.platform !== 'linux') return null
  if (hasAll('/')) return '/'
  const folder = unpackPackages(packages)
  return folder !== null && hasAll(folder) ? folder : null
}

/** What a process needs to find the libraries in such a folder. */
export function librariesOf(root: string): { LD_LIBRARY_PATH?: string } {
  if (root === '/') return {}
  return {
    LD_LIBRARY_PATH: globSync(path.join(root, '{,usr/}lib/{*-linux-gnu,postfix}')).join(':'),
  }
}

/** Starts a program that stays in the foreground, and waits until it listens at the port. */
export async function startServer(
  command: string,
  args: string[],
  port: number,
  env: Record<string, string> = {},
  account: { uid: number; gid: number } | null = null,
): Promise<{ close(): Promise<void> }> {
  const server = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, ...env },
    ...account,
  })
  const said: Buffer[] = []
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (part) => said.push(part))
  const ended = once(server, 'close')
  const close = async (signal?: NodeJS.Signals) => {
    server.kill(signal)
    await ended
  }
  const late = AbortSignal.timeout(limits.poll)
  while (!(await isOpen(port))) {
    if (server.exitCode === null && !late.aborted) continue
    await close('SIGKILL')
    throw new Error(`${command} didn’t start: ${Buffer.concat(said)}`)
  }
  return { close: () => close() }
}

async function isOpen(port: number): Promise<boolean> {
  const socket = net.connect(port, '127.0.0.1')
  const opens = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
  })
  socket.destroy()
  return opens
}
