// @module-tag module
import { expect, test } from 'vitest'
import { createTurns } from '#app/server/turns.ts'

test('No more pages are rendered at a time than may be, each in its turn, also after a failure', async () => {
  const inTurn = createTurns(2)
  const begun: number[] = []
  let running = 0
  let most = 0
  const pieces = Array.from({ length: 10 }, (_, index) =>
    inTurn(async () => {
      begun.push(index)
      running += 1
      most = Math.max(most, running)
      await Promise.resolve()
      running -= 1
      if (index % 3 === 0) throw new Error('failed')
      return index
    }),
  )
  const settled = await Promise.allSettled(pieces)
  expect(most).toBe(2)
  expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  expect(settled.filter(({ status }) => status === 'rejected')).toHaveLength(4)
})
