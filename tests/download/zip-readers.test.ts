// @module-tag whole
import { spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ZipEntry, zipStream } from '#app/download/media/zip.server.ts'

/** ZIPs read by the programs that people have; those that aren't here are skipped by name. */

let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'cleanclip-zip-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const never = new AbortController().signal

const contents = new Map<string, Buffer>([
  ['post/1.jpg', randomBytes(200_000)],
  ['post/empty', Buffer.alloc(0)],
  ['post/one', Buffer.from('1')],
  ['post/a ZIP in a ZIP', Buffer.from('PK\u0003\u0004PK\u0007\u0008PK\u0001\u0002PK\u0005\u0006')],
  ['Ünïcode 🎵/2.jpg', randomBytes(65_536)],
  ['sound.mp3', randomBytes(65_535)],
])

function entry(name: string, content: Buffer): ZipEntry {
  const chunks = content.length === 0 ? [] : [content.subarray(0, 7), content.subarray(7)]
  const open = async () => Readable.from(chunks.filter(({ length }) => length > 0))
  return { name, open }
}

/** One that breaks off, and is left out. */
const broken: ZipEntry = {
  name: 'broken.jpg',
  open: async () =>
    Readable.from(
      (async function* () {
        yield randomBytes(1000)
        throw new Error('reset')
      })(),
    ),
  ended: () => {},
}

async function zipFile(name: string, entries: ZipEntry[]): Promise<string> {
  const file = path.join(folder, name)
  writeFileSync(file, await buffer(zipStream(entries, never)))
  return file
}

const has = (command: string) =>
  spawnSync('sh', ['-c', `command -v ${command}`], { stdio: 'ignore' }).status === 0
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const wanted = Object.fromEntries([...contents].map(([name, bytes]) => [name, sha256(bytes)]))

function run(command: string, args: string[], { cwd = folder, input = '' } = {}): Buffer {
  const stdin = input === '' ? 'ignore' : openSync(input, 'r')
  const env = { ...process.env, LC_ALL: 'C.UTF-8' }
  const said = spawnSync(command, args, { cwd, env, stdio: [stdin, 'pipe', 'pipe'] })
  if (stdin !== 'ignore') closeSync(stdin)
  expect([command, said.status, said.stderr?.toString()]).toEqual([command, 0, ''])
  return said.stdout
}

/** What a program wrote, by path. */
function extracted(from: string): Record<string, string> {
  const names = readdirSync(from, { recursive: true, withFileTypes: true })
  return Object.fromEntries(
    names
      .filter((file) => file.isFile())
      .map(({ parentPath, name }) => path.join(parentPath, name))
      .map((file) => [path.relative(from, file), sha256(readFileSync(file))]),
  )
}

const java = `
import java.util.HexFormat;
import java.security.MessageDigest;
import java.util.zip.*;
class Reader {
  public static void main(String[] args) throws Exception {
    var out = new java.io.PrintStream(System.out, true, "UTF-8");
    var zip = new ZipInputStream(System.in);
    for (ZipEntry entry; (entry = zip.getNextEntry()) != null; ) {
      var hash = MessageDigest.getInstance("SHA-256").digest(zip.readAllBytes());
      out.println(HexFormat.of().formatHex(hash) + " " + entry.getName());
    }
  }
}`

const python = `
import hashlib, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as zip:
    assert zip.testzip() is None
    for name in zip.namelist():
        print(hashlib.sha256(zip.read(name)).hexdigest(), name)
`

function hashesIn(output: Buffer): Record<string, string> {
  const lines = output.toString().trimEnd().split(/\r?\n/)
  return Object.fromEntries(lines.map((line) => [line.slice(65), line.slice(0, 64)]))
}

type Reader = { command: string; reads: (zip: string, to: string) => Record<string, string> }

/** Each reads from the file, by its directory. */
const byDirectory: Reader[] = [
  {
    command: 'unzip',
    reads(zip, to) {
      run('unzip', ['-q', zip, '-d', to])
      return extracted(to)
    },
  },
  ...['7z', '7zz'].map((command) => ({
    command,
    reads(zip: string, to: string) {
      run(command, ['x', '-bd', '-y', `-o${to}`, zip])
      return extracted(to)
    },
  })),
  { command: 'python3', reads: (zip) => hashesIn(run('python3', ['-c', python, zip])) },
]

/** Each sees the ZIP once, from its front. */
const fromFront: Reader[] = [
  {
    command: 'bsdtar',
    reads(zip, to) {
      run('bsdtar', ['-xf', '-', '-C', to], { input: zip })
      return extracted(to)
    },
  },
  {
    command: 'jar',
    reads(zip, to) {
      run('jar', ['x'], { cwd: to, input: zip })
      return extracted(to)
    },
  },
  {
    command: 'java',
    reads(zip) {
      const source = path.join(folder, 'Reader.java')
      writeFileSync(source, java)
      return hashesIn(run('java', ['-Dfile.encoding=UTF-8', source], { input: zip }))
    },
  },
]

let serial = 0

function emptyFolder(): string {
  serial += 1
  const made = path.join(folder, `to-${serial}`)
  mkdirSync(made)
  return made
}

const entries = () => [...contents].map(([name, bytes]) => entry(name, bytes))

describe('a ZIP', () => {
  for (const { command, reads } of [...byDirectory, ...fromFront]) {
    test.skipIf(!has(command))(`is read whole by ${command}`, async () => {
      expect(reads(await zipFile('whole.zip', entries()), emptyFolder())).toEqual(wanted)
    })
  }

  test.skipIf(!has('funzip'))('gives its file to funzip', async () => {
    const zip = await zipFile('first.zip', entries().slice(0, 1))
    expect(sha256(run('funzip', [], { input: zip }))).toBe(wanted['post/1.jpg'])
  })

  for (const { command, reads } of byDirectory) {
    test.skipIf(!has(command))(`without a file that broke off is read by ${command}`, async () => {
      const [first, ...rest] = entries()
      const zip = await zipFile('rest.zip', [...(first ? [first] : []), broken, ...rest])
      expect(reads(zip, emptyFolder())).toEqual(wanted)
    })
  }

  for (const { command, reads } of fromFront) {
    test.skipIf(!has(command))(`gives ${command} what follows a file that broke off`, async () => {
      const [first, ...rest] = entries()
      const zip = await zipFile('rest.zip', [...(first ? [first] : []), broken, ...rest])
      const { 'broken.jpg': _, ...others } = reads(zip, emptyFolder())
      expect(others).toEqual(wanted)
    })
  }

  test.skipIf(!has('unzip'))('tells the time of its files, in any zone', async () => {
    const zip = await zipFile('time.zip', entries())
    const to = emptyFolder()
    const before = Math.floor(Date.now() / 1000)
    const env = { ...process.env, TZ: 'Asia/Kathmandu' }
    expect(spawnSync('unzip', ['-q', zip, '-d', to], { env }).status).toBe(0)
    const script = 'import os, sys; print(int(os.stat(sys.argv[1]).st_mtime))'
    if (!has('python3')) return
    const at = Number(run('python3', ['-c', script, path.join(to, 'sound.mp3')]).toString())
    expect(at).toBeLessThanOrEqual(before)
    expect(at).toBeGreaterThan(before - 3600)
  })
})

/** Writes a ZIP that is mostly zeros, without them. */
async function sparseFile(zip: Readable): Promise<string> {
  const file = path.join(folder, 'long.zip')
  const out = openSync(file, 'w')
  let at = 0
  for await (const chunk of zip as AsyncIterable<Buffer>) {
    if (chunk.length < 60_000) writeSync(out, chunk, 0, chunk.length, at)
    at += chunk.length
  }
  closeSync(out)
  return file
}

test.skipIf(!has('python3'))(
  'a ZIP of more than 4 GB or 65,535 files is read as a long one',
  async () => {
    const zeros = Buffer.alloc(65_535)
    const large = (name: string): ZipEntry => ({
      name,
      open: async () =>
        Readable.from(
          (function* () {
            for (let n = 0; n < 23_000; n += 1) yield zeros
          })(),
        ),
    })
    const last = randomBytes(1000)
    const long = [large('a'), large('b'), large('c'), entry('last', last)]
    const file = await sparseFile(zipStream(long, never))
    const script = `import sys, zipfile
zip = zipfile.ZipFile(sys.argv[1])
sys.stdout.buffer.write(zip.read('last'))`
    expect(run('python3', ['-c', script, file]).equals(last)).toBe(true)
    if (has('unzip')) expect(run('unzip', ['-p', file, 'last']).equals(last)).toBe(true)

    const many = Array.from({ length: 66_000 }, (_, n) => entry(`${n}`, Buffer.alloc(0)))
    const manyFiles = await zipFile('many.zip', many)
    const count = 'import sys, zipfile; print(len(zipfile.ZipFile(sys.argv[1]).namelist()))'
    expect(run('python3', ['-c', count, manyFiles]).toString().trim()).toBe('66000')
  },
)
