// @module-tag module
import { expect, test } from 'vitest'
import { UserName } from '#app/accounts/user.server.ts'
import { plainLine, plainText } from '#app/dmca/report.ts'
import { foldLine } from '#app/http/typed-text.ts'
import { ModerationReason } from '#app/posts/blocking.server.ts'
import { SettingsSchema } from '#app/settings/settings-schema.ts'

test.each(['\u200b', ' \u2060\u200f ', '\u3164', '\u2800\u00ad', '\ufeff'])(
  'a required text isn’t %j, which is blank to the eye',
  (blank) => {
    expect([plainLine(blank), plainText(blank)]).toEqual(['', ''])
    expect(UserName.safeParse(blank).success).toBe(false)
    expect(ModerationReason.safeParse(blank).success).toBe(false)
    expect(SettingsSchema.shape.siteName.safeParse(blank).success).toBe(false)
  },
)

test('what a copied text has at its ends is left out, and its own signs stay', () => {
  expect(SettingsSchema.parse({ smtpUser: '\u200bmailer\u2060' }).smtpUser).toBe('mailer')
  const england = '\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}'
  for (const text of [
    `Ann ${england}`,
    'Love \u2764\ufe0f',
    'a\u200cb',
    '\u{1f468}\u200d\u{1f469}',
  ]) {
    expect(foldLine(`\u200b${text}\u200b`)).toBe(text)
  }
})
