// @module-tag module
import { expect, test } from 'vitest'
import { joinedBytes } from '#app/download/engine/joined-bytes.ts'
import { sourceSpan } from '#app/download/engine/part.ts'

test('each piece of a long file would stay in memory until the file’s end', async () => {
  const closed: number[] = []
  const ranges = Float64Array.from([0, 10, sourceSpan, sourceSpan + 10])
  async function* open(source: number, start: number, end: number) {
    try {
      yield Buffer.alloc(end - start, source)
    } finally {
      closed.push(source)
    }
  }
  const sent = joinedBytes({ header: Buffer.alloc(0), ranges }, 0, 20, open).bytes()
  expect((await sent.next()).value).toEqual(Buffer.alloc(10, 0))
  expect((await sent.next()).value).toEqual(Buffer.alloc(10, 1))
  expect(closed).toEqual([0, 1])
  expect((await sent.next()).done).toBe(true)
})
