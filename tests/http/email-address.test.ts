// @module-tag module
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { UserEmail } from '#app/accounts/user.server.ts'
import { ContactEmail } from '#app/backlinks/fields.server.ts'
import { optOutValue } from '#app/backlinks/opt-out.server.ts'
import { EmailAddress } from '#app/http/email-address.ts'
import { SettingsSchema } from '#app/settings/settings-schema.ts'

test.each([
  ['m&m@example.com', 'm&m@example.com'],
  ["o'brien/x=y#1!@example.com", "o'brien/x=y#1!@example.com"],
  ['info@xn--e1aybc.xn--p1ai', 'info@xn--e1aybc.xn--p1ai'],
  ['info@r\u00e4ucher.example', 'info@xn--rucher-bua.example'],
  ['info@тест.рф', 'info@xn--e1aybc.xn--p1ai'],
  ['<info@example.com>', 'info@example.com'],
  ['mailto:info@example.com', 'info@example.com'],
  ['\u2068info@example.com\u2069.', 'info@example.com'],
  ['info＠example.com', 'info@example.com'],
  ['j\u00f6rg@example.com', undefined],
  ['info@r\u00e4 ucher.example', undefined],
  ['a@example.com, b@r\u00e4ucher.example', undefined],
  ['a@example.com\nBcc: b@example.com', undefined],
  ['a@b@r\u00e4ucher.example', undefined],
  [
    `info@${'\u00e4'.repeat(60)}.${'\u00e4'.repeat(60)}.${`${'a'.repeat(60)}.`.repeat(3)}example`,
    undefined,
  ],
  ['\u200b', undefined],
])('%j is the address %j', (typed, address) => {
  expect(EmailAddress.safeParse(typed).data).toBe(address)
})

test('one host is one account, contact, opt-out and sender in every spelling', () => {
  const ascii = 'info@xn--rucher-bua.example'
  for (const typed of [
    'Info@R\u00c4UCHER.example',
    ascii.toUpperCase(),
    'info@ra\u0308ucher.example',
  ]) {
    expect(UserEmail.parse(typed)).toBe(ascii)
    expect(ContactEmail.parse(typed)).toBe(ascii)
    expect(optOutValue(typed)).toBe(ascii)
  }
  expect(ContactEmail.parse('')).toBe('')
  expect(SettingsSchema.parse({ mailFrom: 'info@r\u00e4ucher.example' }).mailFrom).toBe(ascii)
})

test('no other part of the app has a pattern of its own', () => {
  const own = globSync('app/**/*.{ts,tsx}').filter((file) =>
    /z\.email\(/.test(readFileSync(file, 'utf8')),
  )
  expect(own).toEqual([])
})
