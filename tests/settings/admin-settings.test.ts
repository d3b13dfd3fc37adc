// @module-tag process
import { createRequire } from 'node:module'
import { describe, expect, test } from 'vitest'
import { type SettingName, SettingsSchema } from '#app/settings/settings-schema.ts'
import { signedIn, startAdminWorld } from '#tests/accounts/admin-world.ts'
import { password } from '#tests/support/accounts.ts'
import { startApp } from '#tests/support/app-server.ts'
import { controlsOf, problemOf } from '#tests/support/form-fields.ts'
import { type Sql, testEngine } from '#tests/support/sql.ts'
import {
  fillIn,
  lastChange,
  saveTab,
  sendTab,
  settingsForm,
  storedSetting,
  type Typed,
  tabAddress,
} from './settings-world.ts'

const countries = createRequire(import.meta.url).resolve(
  '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb',
)

/** A field: values that must be refused, and one that is taken with what is stored of it. */
type Case = [name: string, bad: string[], good: Typed[string], stored: unknown]

const fields: Record<string, Case[]> = {
  general: [
    ['siteName', ['', '   ', 'x'.repeat(61)], ' Clip Corner ', 'Clip Corner'],
    ['contactAddress', ['nobody', 'a@b c'], 'hello@site.example', 'hello@site.example'],
    ['defaultLanguage', ['it', ''], 'de', 'de'],
    ['timeZone', ['CET', ''], 'PST', 'PST'],
    ['maintenanceMode', [], 'on', true],
    ['maintenanceText', ['x'.repeat(501)], 'Back at\r\nnoon.', 'Back at\nnoon.'],
    ['honourPrivacySignal', [], null, false],
    ['countryDatabase', ['/no/such/file.mmdb', '/etc', 'x'.repeat(501)], countries, countries],
    ['analyticsTagId', ['UA-1234', 'G-abc', "G-A1B2C3';"], 'G-A1B2C3D4', 'G-A1B2C3D4'],
    ['heatmapId', ['12', 'ABCDEF'], 'abc123', 'abc123'],
    ['socialPixelId', ['123', '12345678901x'], '1234567890', '1234567890'],
    ['adBanner', ['x'.repeat(5001)], '<b>Buy & "sell"</b>', '<b>Buy & "sell"</b>'],
    ['adContent', ['x'.repeat(5001)], '</textarea><i>1</i>', '</textarea><i>1</i>'],
    ['adDialog', ['x'.repeat(5001)], 'x'.repeat(5000), 'x'.repeat(5000)],
  ],
  api: [
    [
      'extractionUrl',
      ['nowhere', 'ftp://a.example/'],
      'https://a.example/x',
      'https://a.example/x',
    ],
    ['fallbackExtractionUrl', ['javascript:1'], 'http://b.example/', 'http://b.example/'],
    ['extractionRequestsPerSecond', ['0', '.09', '1000.1', '1.', 'many', ''], '.5', 0.5],
    ['apiTimeoutSeconds', ['4', '121', '30.5', '1e1', '-5', ''], '45', 45],
    [
      'mediaHosts',
      ['', 'a.example\nno host', 'x.', '*.x.example'],
      ' A.example \n\nb.example\na.example',
      ['a.example', 'b.example'],
    ],
    ['canary', [], null, false],
    [
      'canaryLinks',
      ['', 'https://vm.tiktok.com/ZM1234567/', 'https://a.example/', 'x\ny\nz'],
      'https://www.tiktok.com/@A/video/7345678000000001001',
      ['https://www.tiktok.com/@a/video/7345678000000001001'],
    ],
    ['rateLimitPerMinute', ['0', '100001', ''], '77', 77],
    ['batchLinks', ['-1', '51', '2.5', ''], '0', 0],
    ['apiAccess', ['everyone', ''], 'anyone', 'anyone'],
    ['requestLogging', [], null, false],
  ],
  notifications: [
    ['notifyDmcaReport', [], ['mail'], ['mail']],
    ['notifyCounterNotice', [], ['mail'], ['mail']],
    ['notifyContactMessage', [], ['mail'], ['mail']],
    ['notifyExtractionFailing', [], ['badge', 'carrier pigeon'], ['badge']],
    ['notifyBackupFailed', [], [], []],
    ['notifyDiskLow', [], ['badge'], ['badge']],
    ['notifySignInFailures', [], ['mail', 'badge'], ['badge', 'mail']],
    ['weeklyReport', [], ['op@site.example'], ['op@site.example']],
  ],
  security: [
    ['sessionTimeoutMinutes', ['0', '1441', '', 'x'], '90', 90],
    ['minPasswordLength', ['7', '65'], '14', 14],
    ['requireUppercase', [], null, false],
    ['requireNumbers', [], null, false],
    ['requireSpecial', [], null, false],
  ],
  database: [
    ['retentionDays', ['0', '3651', '1.5'], '30', 30],
    ['databasePoolSize', ['2', '101'], '20', 20],
    ['automaticBackup', [], null, false],
    ['backupTime', ['24:00', '3:30', 'noon', ''], '23:59', '23:59'],
    ['backupsKept', ['0', '366'], '14', 14],
  ],
  email: [
    [
      'smtpHost',
      ['a b', 'http://mail.example', 'mail.example:587', 'x'.repeat(254)],
      ' mail_server ',
      'mail_server',
    ],
    ['smtpPort', ['0', '65536', '25.5'], '2525', 2525],
    ['smtpEncryption', ['STARTTLS', ''], 'SSL', 'SSL'],
    ['smtpUser', ['x'.repeat(255)], 'clip', 'clip'],
    ['mailFrom', ['nobody'], 'site@site.example', 'site@site.example'],
    ['mailNotifications', [], null, false],
  ],
  performance: [
    ['responseCaching', [], null, false],
    ['cacheMinutes', ['-1', '10081', ''], '0', 0],
    ['compression', [], null, false],
    ['maxConcurrentDownloads', ['0', '10001'], '3', 3],
    ['countdownSeconds', ['-1', '31'], '12', 12],
    ['countdownPer', ['never', ''], 'format', 'format'],
    ['downloadTimeoutSeconds', ['4', '601'], '40', 40],
    ['fileNames', ['brand', ''], 'pattern', 'pattern'],
    [
      'fileNamePattern',
      [
        '',
        'clip',
        '{title}/{id}',
        '{title} {size}',
        '{{title}',
        '{title}:',
        `{id}${'x'.repeat(97)}`,
      ],
      ' {date} {title} [{id}] ',
      '{date} {title} [{id}]',
    ],
    ['mp3Rate', ['64', '193', ''], '320', '320'],
    ['tagSounds', [], null, false],
    ['tagVideos', [], 'on', true],
  ],
}

const world = startAdminWorld()
const changes = () =>
  world.db.value(`select count(*) from audit_log where action = 'settings.changed'`)
const storedSettings = (db: Sql) => db.rows('select * from settings order by name')

/** Settings that are in no case, with the reason. */
const elsewhere: Partial<Record<SettingName, string>> = {
  twoFactorRequired: 'saving it signs operators out',
  smtpPassword: 'a secret is never shown again',
  extractionSources: 'a list with buttons of its own',
  platforms: 'a list with buttons of its own',
  platformsUndecided: 'the buttons of that list',
  sensitivePlatforms: 'the buttons of that list',
  metricsToken: 'made on the page System',
  setupChecklist: 'hidden on the dashboard',
}

/** Settings that have no field where the database is on a server. */
const ofFiles = [
  'notifyBackupFailed',
  'notifyDiskLow',
  'automaticBackup',
  'backupTime',
  'backupsKept',
]
const shownFields = Object.entries(fields).map(
  ([tab, cases]) =>
    [tab, cases.filter(([name]) => testEngine === 'sqlite' || !ofFiles.includes(name))] as const,
)

test('every setting has a case, or a reason to have none', () => {
  const cased = Object.values(fields).flatMap((cases) => cases.map(([name]) => name))
  expect([...cased, ...Object.keys(elsewhere)].sort()).toEqual(
    Object.keys(SettingsSchema.shape).sort(),
  )
})

describe.each(shownFields)('the settings tab %s', (tab, cases) => {
  /** The first bad value of each field, then the second of those that have one, and so on. */
  const badForms = Array.from(
    { length: Math.max(...cases.map(([, bad]) => bad.length)) },
    (_, at) =>
      Object.fromEntries(
        cases.flatMap(([name, bad]) => bad.slice(at, at + 1).map((it) => [name, it])),
      ),
  )

  test('bad values are told at their fields and save nothing', async () => {
    const { browser, db } = world
    const untouched = [await changes(), await storedSettings(db)]
    for (const bad of badForms) {
      const response = await saveTab(browser, tab, bad)
      expect(response.status).toBe(400)
      const html = await response.text()
      const controls = controlsOf(html, 'save')
      for (const [name, value] of Object.entries(bad)) {
        expect([name, value, problemOf(html, 'save', name)]).toEqual([
          name,
          value,
          expect.stringMatching(/\w/),
        ])
        const kept = controls.find((control) => control.name === name)
        if (kept?.attributes.type !== undefined) expect(kept.value, value).toBe(value.trim())
      }
    }
    expect([await changes(), await storedSettings(db)]).toEqual(untouched)
  })

  test('a good value is saved, shown, and in the audit log', async () => {
    const { browser, db } = world
    const form = await settingsForm(browser, tab, { ownPassword: password })
    for (const [name, , good, stored] of cases) {
      const was = await storedSetting(db, name)
      const response = await sendTab(browser, tab, fillIn(form, { [name]: good }))
      expect([name, response.status, response.headers.get('location')]).toEqual([
        name,
        302,
        tabAddress(tab),
      ])
      expect([name, await storedSetting(db, name)]).toEqual([name, stored])
      if (JSON.stringify(was) === JSON.stringify(stored)) continue
      const change = await lastChange(db)
      expect(change).toMatchObject({
        actor: 'op@site.example',
        before: { [name]: expect.anything() },
      })
      expect(Object.keys(change?.after ?? {})).toEqual([name])
      const logged = change?.after[name]
      if (String(stored).length < 1000) expect(logged).toEqual(stored)
      else expect(logged).toMatch(/^x{1500}… \(5000 characters\)$/)
    }
    // Had the page shown anything else, it would be saved with the next change.
    const saved = [await changes(), await storedSettings(db)]
    expect((await saveTab(browser, tab, {})).status).toBe(302)
    expect([await changes(), await storedSettings(db)]).toEqual(saved)
  })

  test('every field of the page is one of those', async () => {
    const controls = controlsOf(await world.browser.html(tabAddress(tab)), 'save')
    const names = controls.flatMap(({ name }) =>
      name.endsWith('.shown') ? [name.slice(0, -6)] : [],
    )
    expect(names.filter((name) => !(name in elsewhere)).sort()).toEqual(
      cases.map(([name]) => name).sort(),
    )
  })

  test('a form without its fields changes nothing', async () => {
    const { browser, db } = world
    const before = await storedSettings(db)
    expect((await browser.post(tabAddress(tab), { intent: 'save' })).status).toBe(400)
    expect(await storedSettings(db)).toEqual(before)
  })
})

test('all settings survive a restart', async () => {
  const shown = async () => {
    const browser = await signedIn(world.app, 'op@site.example')
    const forms = await Promise.all(Object.keys(fields).map((tab) => settingsForm(browser, tab)))
    return forms.map((form) => [...form])
  }
  const before = await shown()
  expect(before.flat()).toContainEqual(['siteName', 'Clip Corner'])
  await world.app.stop()
  world.app = await startApp({}, world.app.dataDir)
  expect(await shown()).toEqual(before)
})
