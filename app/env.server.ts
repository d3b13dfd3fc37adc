import { existsSync, readFileSync } from 'node:fs'
import { codeOf } from './environment/error-code.ts'
import { ownerText } from './environment/owner-text.ts'
import { readEnvironment } from './environment/read-environment.ts'
import type { Env } from './environment/variables.ts'

/**
 * The process's environment with the `.env` of the working directory, parsed once. What can't be
 * used ends the process with a list of all of it.
 */
export const env = readEnv()

function readEnv(): Env {
  const read = readEnvironment(envFile(), process.env)
  if (read.faults !== undefined) end(read.faults)
  // For libraries and children, such as a time zone.
  Object.assign(process.env, read.added)
  return read.env
}

function envFile(): Uint8Array | null {
  if (!existsSync('.env')) return null
  try {
    return readFileSync('.env')
  } catch (error) {
    end([
      codeOf(error) === 'EISDIR'
        ? '.env is a folder. Remove it, or put a file of that name in its place'
        : `.env can’t be read. ${ownerText(error, null, '.env')}`,
    ])
  }
}

function end(faults: string[]): never {
  const lines = faults.map((fault) => `  ${fault.replaceAll('\n', '\n  ')}\n`)
  process.stderr.write(`These environment variables can’t be used:\n${lines.join('')}`)
  process.exit(1)
}
