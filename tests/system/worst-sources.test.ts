// @module-tag module
import '#tests/support/own-data-dir.ts'

import { expect, test } from 'vitest'
import { worstOf } from '#app/system/instance-facts.server.ts'

const working = { state: 'working', isStopped: false, usedUp: false } as const
const failing = { state: 'failing', isStopped: true, usedUp: false } as const

test('operators hear of look-ups that fail at one of several processes', () => {
  expect(worstOf([working])).toEqual(working)
  expect(worstOf([working, failing, working])).toEqual(failing)
})

test('the quota counts as used up only if that is what fails everywhere', () => {
  const usedUp = { state: 'failing', isStopped: false, usedUp: true } as const
  expect(worstOf([working, usedUp])).toEqual(usedUp)
  expect(worstOf([failing, usedUp])).toEqual(failing)
})
