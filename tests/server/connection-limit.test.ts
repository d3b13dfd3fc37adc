// @module-tag module
import { expect, test } from 'vitest'
import { clientConnectionLimit, connectionLimit } from '#app/server/connection-limit.server.ts'

test('R4: connections never use up the open files that the database and look-ups need', () => {
  const limits = (files: string) =>
    `Limit                     Soft Limit           Hard Limit           Units
Max processes             63204                63204                processes
Max open files            ${files.padEnd(20)} ${files.padEnd(20)} files
Max locked memory         8388608              8388608              bytes`
  expect(connectionLimit(limits('1024'))).toBe(768)
  expect(connectionLimit(limits('20000'))).toBe(15_000)
  expect(connectionLimit(limits('1048576'))).toBe(20_000)
  expect(connectionLimit(limits('unlimited'))).toBe(20_000)
  expect(connectionLimit(null)).toBe(20_000)
})

test('S58: no client can take more than an eighth of the connections, nor more than 500', () => {
  expect(clientConnectionLimit(768)).toBe(96)
  expect(clientConnectionLimit(20_000)).toBe(500)
})
