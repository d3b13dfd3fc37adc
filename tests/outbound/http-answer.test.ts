// @module-tag module

import { describe, expect, test } from 'vitest'
import { AnswerParser } from '#app/outbound/media-reader/http-answer.ts'
import fc from '#tests/support/cases.ts'

function parse(pieces: readonly Buffer[], ended = false) {
  const body: Buffer[] = []
  let head: { status: number; headers: unknown } | null = null
  const parser = new AnswerParser({
    head: (status, headers) => {
      head = { status, headers: { ...headers } }
    },
    body: (bytes) => body.push(Buffer.from(bytes)),
  })
  for (const piece of pieces) parser.feed(piece)
  if (ended) parser.endOfInput()
  const { state } = parser
  return { head, body: Buffer.concat(body).toString('latin1'), state }
}

const parseText = (text: string) => parse([Buffer.from(text, 'latin1')])

/** Cut at any places; an empty piece harms nothing. */
function cutAt(bytes: Buffer, places: readonly number[]): Buffer[] {
  const ends = [...places.map((place) => place % (bytes.length + 1)), bytes.length]
  const inOrder = ends.toSorted((a, b) => a - b)
  return inOrder.map((end, index) => bytes.subarray(inOrder[index - 1] ?? 0, end))
}

const content = fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes))
const chunked = fc.array(content).map((parts) => {
  const chunks = parts
    .filter(({ length }) => length > 0)
    .flatMap((part) => [`${part.length.toString(16)};a=b\r\n`, part, '\r\n'])
  const body = [...chunks, '0\r\nTrailer: x\r\n\r\n'].map((part) => Buffer.from(part))
  return { framing: 'Transfer-Encoding: Chunked', body, text: Buffer.concat(parts) }
})
const lengthy = content.map((text) => {
  return { framing: `content-length:${text.length} `, body: [text], text }
})
const answer = fc
  .record({
    interim: fc.constantFrom(
      '',
      'HTTP/1.1 100 Continue\r\n\r\n',
      'HTTP/1.1 103\r\nLink: </a>\r\n\r\n',
    ),
    status: fc.constantFrom(200, 206, 404),
    framed: fc.oneof(chunked, lengthy),
  })
  .map(({ interim, status, framed }) => {
    const head = `${interim}HTTP/1.1 ${status} any\r\nETag: "a"\r\n${framed.framing}\r\n\r\n`
    return { status, text: framed.text, bytes: Buffer.concat([Buffer.from(head), ...framed.body]) }
  })
const places = fc.array(fc.nat(2000), { maxLength: 12 })

describe('an answer', () => {
  test('R8: is the same however its bytes are cut into pieces', () => {
    fc.assert(
      fc.property(answer, places, ({ bytes, status, text }, cuts) => {
        const told = parse(cutAt(bytes, cuts))
        expect(told).toEqual(parse([...bytes].map((byte) => Buffer.of(byte))))
        expect(told).toMatchObject({
          state: 'done',
          body: text.toString('latin1'),
        })
        expect(told.head).toMatchObject({ status, headers: { etag: '"a"' } })
      }),
    )
  })

  test('R10: isn’t complete while a byte is missing, and is invalid with one too many', () => {
    fc.assert(
      fc.property(answer, places, fc.nat(), ({ bytes }, cuts, end) => {
        const some = bytes.subarray(0, end % bytes.length)
        expect(parse(cutAt(some, cuts), true).state).toBe('open')
        const more = Buffer.concat([bytes, Buffer.from('x')])
        expect(parse(cutAt(more, cuts)).state).toBe('bad')
      }),
    )
  })

  test('R8: of any bytes does no harm, and never has more than was sent', () => {
    const start = fc.constantFrom('', 'HTTP/1.1 200 OK\r\n', 'HTTP/1.1 200 OK\r\n\r\n')
    fc.assert(
      fc.property(start, content, places, (text, rest, cuts) => {
        const bytes = Buffer.concat([Buffer.from(text), rest])
        const told = parse(cutAt(bytes, cuts))
        expect(told).toEqual(parse([bytes]))
        expect(told.body.length).toBeLessThanOrEqual(rest.length)
      }),
    )
  })

  test('without a length ends with its connection', () => {
    const text = 'HTTP/1.1 200 OK\r\nA: 1\r\nA: 2\r\n__proto__: x\r\n\r\nbody\r\n'
    expect(parseText(text)).toMatchObject({ state: 'open', body: 'body\r\n' })
    const told = parse([Buffer.from(text)], true)
    expect(told).toMatchObject({ state: 'done' })
    expect(told.head).toEqual({
      status: 200,
      headers: Object.fromEntries([
        ['a', ['1', '2']],
        ['__proto__', 'x'],
      ]),
    })
  })

  test.each([
    'Content-Length: 5, 5',
    'Content-Length: 5,5 , 5',
    'Content-Length: 5\r\ncontent-length: 5',
  ])('can state its length more than once: %j', (lines) => {
    expect(parseText(`HTTP/1.1 200 OK\r\n${lines}\r\n\r\nhello`)).toMatchObject({ state: 'done' })
    expect(parseText(`HTTP/1.1 200 OK\r\n${lines}\r\n\r\nhell`)).not.toMatchObject({
      state: 'done',
    })
  })

  test.each([204, 304])('%i has no body, whatever its headers say', (status) => {
    const told = parseText(`HTTP/1.1 ${status} x\r\nContent-Length: 5\r\n\r\n`)
    expect(told).toMatchObject({ state: 'done' })
  })
})

const ok = 'HTTP/1.1 200 OK\r\n'
const inChunks = `${ok}Transfer-Encoding: chunked\r\n\r\n`

test.each(['5', '00000000000000005'])('a chunk’s size can have zeros before it: %s', (size) => {
  const { state, body } = parseText(`${inChunks}${size}\r\nhello\r\n000\r\n\r\n`)
  expect([state, body.toString()]).toEqual(['done', 'hello'])
})

describe('ambiguous responses', () => {
  test.each([
    '\r\nHTTP/1.1 200 OK\r\n\r\n',
    'HTTP/1.1 200 OK\n\n',
    'HTTP/2 200 OK\r\n\r\n',
    'HTTP/1.1 20 OK\r\n\r\n',
    'HTTP/1.1 600 OK\r\n\r\n',
    'HTTP/1.1 101 Switching Protocols\r\n\r\n',
    '<html>\r\n\r\n',
    '\r\n',
    `${ok}A: 1\r\n folded\r\n\r\n`,
    `${ok}no colon\r\n\r\n`,
    `${ok}A : 1\r\n\r\n`,
    `${ok}: 1\r\n\r\n`,
    `${ok}A: \0\r\n\r\n`,
    `${ok}A: 1\rB: 2\r\n\r\n`,
    `${ok}A: 1\n\r\n`,
    `${ok}Content-Length: 5\r\nContent-Length: 6\r\n\r\n`,
    `${ok}Content-Length: 5, 6\r\n\r\n`,
    `${ok}Content-Length: 5,\r\n\r\n`,
    `${ok}Content-Length: 5, 05\r\n\r\n`,
    `${ok}Content-Length: +5\r\n\r\n`,
    `${ok}Content-Length: 0x5\r\n\r\n`,
    `${ok}Content-Length: \r\n\r\n`,
    `${ok}Content-Length: 9999999999999999\r\n\r\n`,
    `${ok}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n`,
    `${ok}Transfer-Encoding: gzip, chunked\r\n\r\n`,
    `${ok}Transfer-Encoding: identity\r\n\r\n`,
    `${ok}Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n`,
    'HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n',
    `${inChunks}\r\n`,
    `${inChunks}-1\r\n`,
    `${inChunks}0x5\r\n`,
    `${inChunks} 5\r\n`,
    `${inChunks}5\nhello`,
    `${inChunks}ffffffffffffff\r\n`,
    `${inChunks}2\r\nokay\r\n`,
    `${inChunks}2\r\nok\n0\r\n`,
    `${inChunks}0\r\nno trailer\r\n`,
    `${inChunks}1;${'x'.repeat(300)}`,
    `${inChunks}0\r\n${'A: b\r\n'.repeat(3000)}`,
    `${ok}${'A: b\r\n'.repeat(200)}\r\n`,
    `${ok}A: ${'x'.repeat(17_000)}`,
    'HTTP/1.1 100 Continue\r\n\r\n'.repeat(1000),
  ])('R8: %j is no answer', (text) => {
    expect(parseText(text).state).toBe('bad')
  })
})
