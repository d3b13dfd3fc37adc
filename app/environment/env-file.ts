import { closeName, sameName } from './close-names.ts'

type EnvValue = { value: string; line: number }
export type EnvFile = { values: Map<string, EnvValue>; faults: string[] }

/** `next` is the index of the line behind it. */
type Reading = { value: string; fault: string | null; next: number }
type Entry = EnvValue & Reading & { name: string }

/** May have several lines. */
const lists = ['EXTRACTION_SOURCES', 'PLATFORM_ORIGINS', 'TRUSTED_PROXIES', 'TRUSTED_UPSTREAMS']
/** Can contain a `#`, which begins a comment outside of quotes. */
const freeText = ['ADMIN_PASSWORD', 'DATA_DIR', 'SESSION_SECRET', 'YTDLP_PATH']
const urlsWithPasswords = ['DATABASE_URL', 'OUTBOUND_PROXY']
/** Node reads these when it's launched, so a file that is read later has no effect. */
const readAtLaunch = ['NODE_EXTRA_CA_CERTS', 'NODE_OPTIONS']
/** Other programs have these without an underscore, in the environment that all of them share. */
const sharedNames = ['DATA_DIR', 'LOG_LEVEL', 'NODE_ENV']

const blankOrComment = /^\s*(?:#|;|\/\/|$)/
const assignment = /^\s*(?:export\s+)?([A-Za-z_][\w.-]*)\s*=(.*)$/s
/** As shells want it, behind an assignment. */
const bareExport = /^\s*export(?:\s+[A-Za-z_]\w*)+\s*$/
/** Soft hyphen, zero-width space and signs of direction, which come with text copied from pages. */
const invisible = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\ufeff]/

/**
 * Reads a `.env` file as Node does, and lists what Node would leave out or cut without a word, by
 * line. Values aren't repeated there, since they can be secrets. Lines about other programs'
 * variables are never a fault.
 */
export function readEnvFile(
  bytes: Uint8Array,
  known: readonly string[],
  launched: Record<string, string | undefined>,
): EnvFile {
  const text = decode(bytes)
  const values = new Map<string, EnvValue>()
  const faults: string[] = []
  if (text.includes('\0')) {
    const fault = '.env is saved as UTF-16 without its mark, or isn’t text. Save it as UTF-8'
    return { values, faults: [fault] }
  }
  const lines = text.split(/\r*\n|\r/)
  for (let at = 0; at < lines.length; ) {
    const entry = entryAt(lines, at, known)
    const fault = entry === null ? strayFault(lines[at] ?? '', known) : entry.fault
    if (fault !== null) faults.push(`.env line ${at + 1}: ${fault}`)
    if (entry !== null) {
      const before = values.get(entry.name)
      if (before !== undefined && isLost(before, entry) && known.includes(entry.name)) {
        faults.push(
          `.env line ${entry.line}: ${entry.name} is also set in line ${before.line}. Keep one`,
        )
      }
      // A broken value would only bring a second fault.
      if (entry.fault === null) values.set(entry.name, entry)
    }
    at = entry?.next ?? at + 1
  }
  for (const [name, { value, line }] of values) {
    const fault = value === '' ? null : nameFault(name, known, values, launched)
    if (fault !== null) faults.push(`.env line ${line}: ${fault}`)
  }
  return { values, faults: faults.sort((a, b) => lineOf(a) - lineOf(b)) }
}

/** Returns faults of names in the environment that were meant to be known ones. */
export function environmentFaults(
  environment: Record<string, string | undefined>,
  added: Record<string, string>,
  known: readonly string[],
): string[] {
  const distinct = known.filter((name) => name.includes('_') && !sharedNames.includes(name))
  return Object.keys(environment).flatMap((name) => {
    const meant = known.includes(name) ? null : sameName(name, distinct)
    return meant === null || environment[meant] !== undefined || meant in added
      ? []
      : [`${name} isn’t read. Rename it to ${meant}`]
  })
}

/** Editors on Windows save with a mark of the encoding, or in UTF-16. */
function decode(bytes: Uint8Array): string {
  return new TextDecoder(encodingOf(bytes)).decode(bytes)
}

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}

function entryAt(lines: readonly string[], at: number, known: readonly string[]): Entry | null {
  const line = lines[at] ?? ''
  if (blankOrComment.test(line)) return null
  const [, name, rest = ''] = assignment.exec(line) ?? []
  if (name === undefined) return null
  const reading = quotedValue(lines, at, rest.trimStart(), known) ?? {
    ...plainValue(name, rest),
    next: at + 1,
  }
  const fault = reading.fault ?? valueFault(name, reading.value)
  const isOurs = known.includes(name) || reading.swallows === true
  return { name, line: at + 1, ...reading, fault: isOurs ? fault : null }
}

function plainValue(name: string, rest: string): Omit<Reading, 'next'> & { swallows?: never } {
  const hash = rest.indexOf('#')
  const value = (hash < 0 ? rest : rest.slice(0, hash)).trim()
  const behind = hash < 0 ? '' : rest.slice(hash + 1)
  const isGlued = hash > 0 ? /\S/.test(rest[hash - 1] ?? '') : /^\S/.test(behind)
  const isPart =
    freeText.includes(name) || (urlsWithPasswords.includes(name) && behind.includes('@'))
  const fault = `the rest of ${name} behind # is left out. If # is part of it, put it in quotes${
    urlsWithPasswords.includes(name) ? ' and write %23' : ''
  }. If a comment begins there, put a space before #`
  return { value, fault: isGlued && isPart ? fault : null }
}

/**
 * Returns null for a value without quotes. One that ends nowhere is part of the value, and one that
 * `swallows` lines about our variables was meant to end before them.
 */
function quotedValue(
  lines: readonly string[],
  at: number,
  rest: string,
  known: readonly string[],
): (Reading & { swallows?: boolean }) | null {
  const quote = /^["'`]/.exec(rest)?.[0]
  if (quote === undefined) return null
  const unclosed = `the quote ${quote} isn’t closed. Put ${quote} at the value’s end`
  const whole = [rest, ...lines.slice(at + 1)].join('\n')
  const end = whole.indexOf(quote, 1)
  if (end < 0) return { value: rest.trim(), fault: unclosed, next: at + 1 }
  const value = whole.slice(1, end)
  const inside = value.split('\n')
  const swallows = inside.slice(1).some((line) => known.includes(assignment.exec(line)?.[1] ?? ''))
  if (swallows) return { value: rest.trim(), fault: unclosed, next: at + 1, swallows }
  const [tail = ''] = whole.slice(end + 1).split('\n', 1)
  return {
    value: quote === '"' ? value.replaceAll('\\n', '\n') : value,
    fault: /^\s*(?:#|$)/.test(tail)
      ? null
      : `text after the closing ${quote} is left out. Use another kind of quotes around a value that contains ${quote}`,
    next: at + inside.length,
  }
}

function valueFault(name: string, value: string): string | null {
  if (value.includes('\ufffd')) {
    return `${name} has characters that aren’t UTF-8. Save the file as UTF-8`
  }
  if (name !== 'ADMIN_PASSWORD' && invisible.test(value)) {
    return `${name} has an invisible character. Type the line again`
  }
  if (value.includes('\n') && !lists.includes(name)) {
    return `${name} has a line break. Close its quotes in the same line. In double quotes, \\n is a line break too: use single ones`
  }
  return null
}

/** A line that is no assignment: a fault if it was meant to be one of ours. */
function strayFault(line: string, known: readonly string[]): string | null {
  if (blankOrComment.test(line) || bareExport.test(line)) return null
  const visible = line.replaceAll(new RegExp(invisible, 'g'), '')
  const head = visible.split(visible.includes('=') ? '=' : ':', 1)[0] ?? ''
  for (const word of head.match(/[A-Za-z_]\w*/g) ?? []) {
    const name = known.includes(word) ? word : word.length < 6 ? null : closeName(word, known)
    if (name !== null) return `this isn’t NAME=value, so it isn’t read. Write ${name}=…`
  }
  return null
}

function nameFault(
  name: string,
  known: readonly string[],
  values: ReadonlyMap<string, EnvValue>,
  launched: Record<string, string | undefined>,
): string | null {
  if (readAtLaunch.includes(name) && launched[name] === undefined) {
    return `${name} has no effect here, since Node reads it before this file. Set it in the environment that starts the server`
  }
  const meant = known.includes(name) ? null : closeName(name, known)
  if (meant === null || values.has(meant) || launched[meant] !== undefined) return null
  return `${name} isn’t read. Rename it to ${meant}, or, if it’s for another program, set ${meant} too`
}

/** An empty value counts as unset, so templates can be filled in below. */
function isLost(before: EnvValue, after: EnvValue): boolean {
  return before.value !== '' && before.value !== after.value
}

function lineOf(fault: string): number {
  return Number(/\d+/.exec(fault)?.[0])
}
