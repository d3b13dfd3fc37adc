// @module-tag module
import '#tests/support/own-data-dir.ts'

import { compareSync, hashSync } from 'bcryptjs'
import { afterEach, describe, expect, test } from 'vitest'
import {
  passwordFaults,
  passwordRules,
  readNewPassword,
} from '#app/accounts/credentials/password.server.ts'
import { checkPassword, hashPassword } from '#app/accounts/credentials/password-hash.server.ts'
import { systemActor } from '#app/audit/audit.server.ts'
import { seal, unseal } from '#app/secrets/sealed-box.server.ts'
import { changeSettings, defaultSettings } from '#app/settings/settings.server.ts'
import fc from '#tests/support/cases.ts'

const account = { email: 'ann.miller@site.example', name: 'Ann Miller' }
const faults = (password: string) => passwordFaults(password, account)

afterEach(async () => {
  const { minPasswordLength, requireUppercase, requireNumbers, requireSpecial } = defaultSettings
  await changeSettings(
    { minPasswordLength, requireUppercase, requireNumbers, requireSpecial },
    systemActor,
  )
})

describe('S22: a new password', () => {
  test('needs twelve characters, an uppercase letter, a number and a special character', () => {
    expect(faults('Correct-horse-9')).toEqual([])
    expect(faults('Größe ist 1 Maß')).toEqual([])
    expect(faults('Tr0ub4dor&3')).toEqual(['too_short'])
    expect(faults('correct-horse-9')).toEqual(['no_uppercase'])
    expect(faults('Correct-horse-battery')).toEqual(['no_number'])
    expect(faults('CorrectHorse9battery')).toEqual(['no_special'])
    expect(faults('')).toContain('too_short')
  })

  test('S50: each rule is a setting, and is shown beside the field', async () => {
    expect(passwordRules()).toHaveLength(4)
    await changeSettings(
      { requireUppercase: false, requireNumbers: false, requireSpecial: false },
      systemActor,
    )
    expect(faults('plain words here')).toEqual([])
    expect(passwordRules()).toEqual(['At least 12 characters'])
    await changeSettings({ minPasswordLength: 20 }, systemActor)
    expect(faults('plain words here')).toEqual(['too_short'])
    expect(passwordRules()).toEqual(['At least 20 characters'])
  })

  test('is not a common password, however decorated', async () => {
    const common = [
      'Password123!',
      'P@ssw0rd12345!',
      'Qwertyuiop123!',
      'Administrator1!',
      'Welcome2024!!!',
      'iLoveYou12345!',
      'Letmein-please1',
      'Correct.Horse.Battery.Staple1',
      'Aaaaaaaaaaa1!',
      'ABCDEFGHIJKLMN',
    ]
    for (const password of common) expect(faults(password), password).toContain('common')
    for (const password of ['Ann-Miller-1234!', 'ann.Miller@site.example1']) {
      expect(faults(password), password).toContain('like_account')
    }
  })

  test('is not a common password repeated, dated, padded or spelled with other letters', () => {
    const common = [
      'Dragon-Dragon1',
      'Dragon1-Dragon1',
      'Trustno1-2026!',
      'Trustno12026!',
      'Ｐａｓｓｗｏｒｄ１２３４！',
      `A1!${'\t'.repeat(10)}`,
      'Ab1!Ab1!Ab1!',
      'Monkey_Dragon_1!',
      'P@ssw0rd!P@ssw0rd!',
      'P@ssw0rd!P@ssw0rd!1',
    ]
    for (const password of common) expect(faults(password), password).toEqual(['common'])
    const probe = { email: 'p.robert@site.example', name: 'Probe' }
    for (const password of ['Probe-Probe-1!', 'Ｐｒｏｂｅ-2026!!', 'Probe_Password1!']) {
      expect(passwordFaults(password, probe), password).toEqual(['like_account'])
    }
    const good = [
      'Probe-teapot-91!',
      'Sunny-tram-4-lemon',
      'Hello-Mississippi-11!',
      'sunshine Tiger purple 7',
      'Zq7!mmvv-aabb',
      'Another-good-1-password',
    ]
    for (const password of good) expect(passwordFaults(password, probe), password).toEqual([])
  })

  test('is not a walk over neighboring keys', () => {
    const walks = [
      '!QAZ2wsx#EDC4rfv',
      'asdfghjkl;A1!',
      'Qwertyuiop[]1!',
      '1qaz@WSX3edc$RFV',
      'zxcvbnm,./Aa1!'.slice(0, 13),
      '!@#$%^&*()_+Q1',
    ]
    for (const password of walks) expect(faults(password), password).toContain('common')
    // Words whose keys happen to be neighbors, and walks beside something else.
    const good = ['Were-trees-25-weeds', 'Poiuy-lamp-38-fog', 'Sedate-42-Dresser']
    for (const password of good) expect(faults(password), password).toEqual([])
  })

  test('S21: over 72 bytes is refused, never cut', async () => {
    const longest = `Aa1!${'x'.repeat(68)}`
    expect(faults(longest)).not.toContain('too_long')
    expect(faults(`${longest}x`)).toContain('too_long')
    expect(faults(`Aa1!${'é'.repeat(35)}`)).toContain('too_long')
    const hash = await hashPassword(longest)
    expect(hash).toMatch(/^\$2[aby]\$12\$/)
    expect(await checkPassword(longest, hash)).toBe(true)
    expect(await checkPassword(`${longest}x`, hash)).toBe(false)
    await expect(hashPassword(`${longest}x`)).rejects.toThrow(RangeError)
  })
})

describe('a password in other bytes', () => {
  const spellings = [
    'Gr\u00f6\u00dfe ist 1 Ma\u00df',
    'Gro\u0308\u00dfe ist 1 Ma\u00df',
    'Gr\u00f6\u00dfe\u00a0ist\u00a01\u00a0Ma\u00df',
    'Ｇr\u00f6\u00dfe\u3000ist １ Ma\u00df\u200b',
  ]

  test('is the same password, and typing it twice is a match', async () => {
    const hash = await hashPassword(spellings[3] ?? '')
    for (const [index, typed] of spellings.entries()) {
      expect([typed, await checkPassword(typed, hash)]).toEqual([typed, true])
      const form = new FormData()
      form.set('password', typed)
      form.set('passwordAgain', spellings[(index + 1) % 4] ?? '')
      expect(readNewPassword(form, account).problems).toEqual({})
    }
    expect(await checkPassword(`${spellings[0]} `, hash)).toBe(false)
    expect(await checkPassword('Grosse ist 1 Mass', hash)).toBe(false)
  })

  test('still opens what version 2 hashed as it was typed', async () => {
    for (const typed of spellings) {
      const hash = hashSync(typed, 4)
      expect([typed, await checkPassword(typed, hash)]).toEqual([typed, true])
    }
    const decomposed = hashSync(spellings[1] ?? '', 4)
    expect(await checkPassword(spellings[0] ?? '', decomposed)).toBe(true)
  })

  test('is measured by what is seen', () => {
    expect(faults(`Ab1!${'\u200b'.repeat(12)}`)).toContain('too_short')
  })
})

test('S21: hashing leaves the server free to answer', async () => {
  const hash = await hashPassword('some password')
  const checking = process.threadCpuUsage()
  const results = await Promise.all(
    Array.from({ length: 4 }, () => checkPassword('some password', hash)),
  )
  const checks = process.threadCpuUsage(checking)
  expect(results).toEqual([true, true, true, true])
  const hashing = process.threadCpuUsage()
  expect(compareSync('some password', hash)).toBe(true)
  const one = process.threadCpuUsage(hashing)
  expect(checks.user + checks.system).toBeLessThan((one.user + one.system) / 2)
})

describe('S40: a secret at rest', () => {
  test('comes back unchanged to its owner, and to no one else', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (secret, owner) => {
        const sealed = seal(owner, secret)
        expect(unseal(owner, sealed)).toBe(secret)
        expect(unseal(`${owner}x`, sealed)).toBeNull()
      }),
    )
  })

  test('never encrypts to the same text twice, and doesn’t open once changed', () => {
    const sealed = seal('totp 1', 'the secret')
    expect(seal('totp 1', 'the secret')).not.toBe(sealed)
    for (let at = 3; at < sealed.length - 1; at += 1) {
      const other = sealed[at] === 'A' ? 'B' : 'A'
      const changed = sealed.slice(0, at) + other + sealed.slice(at + 1)
      expect(unseal('totp 1', changed), `at ${at}`).toBeNull()
    }
    for (const text of ['', 'v1.', 'v2.AAAA', 'nonsense', sealed.slice(0, 20)]) {
      expect(unseal('totp 1', text)).toBeNull()
    }
  })
})
