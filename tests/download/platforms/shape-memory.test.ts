// @module-tag module
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createShapeMemory } from '#app/download/platforms/shape-memory.ts'

const good = JSON.stringify({
  post: { id: '77', owner: { name: 'A person' }, files: [{ url: 'https://a.example/1' }] },
})
const changed = JSON.stringify({
  post: { id: '77', owner: { name: 'A person' }, media: [{ 'a secret': 1 }] },
})

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('operators would not learn which fields a platform renamed', () => {
  const memory = createShapeMemory()
  memory.keep([good], '77')
  expect(memory.differenceOf([changed], '77')).toEqual({
    missing: ['post.files', 'post.files.url'],
    added: ['post.media', 'post.media.*'],
  })
})

test('the fields of an answer would be unknown before a good one', () => {
  const { missing, added } = createShapeMemory().differenceOf([changed], '77') ?? {}
  expect(missing).toEqual([])
  expect(added).toContain('post.owner.name')
})

test('scripts about other posts would count as changes', () => {
  const memory = createShapeMemory()
  const page = (data: string, other: string) =>
    `<script type="application/json">{"${other}":1}</script><script>${data}</script><script>var x = 77</script>`
  memory.keep([page(good, 'one')], '77')
  expect(memory.differenceOf([page(good, 'two')], '77')).toEqual({ missing: [], added: [] })
})

test('each unreadable post would fill the log', () => {
  const memory = createShapeMemory()
  expect(memory.differenceOf([changed], '77')).not.toBeNull()
  expect(memory.differenceOf([changed], '77')).toBeNull()
  vi.advanceTimersByTime(600_000)
  expect(memory.differenceOf([changed], '77')).not.toBeNull()
})

test('a hostile answer would make a line without end', () => {
  const fields = Object.fromEntries(
    Array.from({ length: 9_000 }, (_, index) => [`f${index}`, index]),
  )
  const { added = [] } = createShapeMemory().differenceOf([JSON.stringify(fields)], '77') ?? {}
  expect(added).toHaveLength(30)
})
