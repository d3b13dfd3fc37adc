// @module-tag module
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  forbiddenPackages,
  licensesFile,
  type Package,
  runtimePackages,
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

test('the addon with FFmpeg inside is optional, and its real license is stated', () => {
  const addons = runtimePackages().filter(({ name }) => name.startsWith('@seydx/'))
  expect(addons.length).toBeGreaterThan(0)
  for (const { isOptional, license } of addons) {
    expect([isOptional, license]).toEqual([true, 'GPL-3.0-or-later, with FDK-AAC'])
  }
  const list = readFileSync(licensesFile, 'utf8')
  const image = list.slice(0, list.indexOf('## Optional packages'))
  expect(image).not.toMatch(/^- (node-av|@seydx|typescript|werift)/m)
})

test('the country data name their source, and the project its own license', () => {
  const notice = readFileSync('NOTICE', 'utf8')
  expect(notice).toMatch(/Number Resource\s+Organization \(NRO\)/)
  expect(notice).toContain('https://creativecommons.org/licenses/by/4.0/')
  expect(readFileSync('LICENSE', 'utf8')).toContain('Copyright (c) 2026 The Cleanclip contributors')
})
