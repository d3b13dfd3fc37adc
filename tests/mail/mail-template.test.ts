// @module-tag module
import '#tests/support/own-data-dir.ts'

import { expect, test } from 'vitest'
import { mailKinds, sampleMail } from '#app/mail/admin/mail-kinds.server.ts'
import { renderMail } from '#app/mail/mail-template.server.ts'
import { elementsOf } from '#tests/support/html.ts'

test('a report’s headings would not be above their names and figures', () => {
  const table = { columns: ['Page', 'Views', 'Change'], rows: [['/', '1', '2']], text: '' }
  const sides = elementsOf(renderMail({ parts: [table] }).html)
    .filter(({ tag }) => tag === 'th' || tag === 'td')
    // The last one is in force.
    .map(({ attributes }) => /.*text-align:(\w+)/.exec(attributes.style ?? '')?.[1])
  const row = ['left', 'right', 'right']
  expect(sides).toEqual([...row, ...row])
})

test('a French mail would set its signs off in one place and not in the next', () => {
  const mails = mailKinds
    .map(({ id }) => sampleMail(id, 'fr'))
    .filter((mail) => mail?.isTranslated === true)
  expect(mails.length).toBeGreaterThan(5)
  for (const mail of mails) {
    const own = `${mail?.subject}\n${mail?.text}`.replaceAll(/https?:\S+/g, '')
    const wrong = /(?<!\u00a0):|(?<!\u202f)[;!?]|«(?!\u00a0)|(?<!\u00a0)»/
    expect([mail?.name, own.split('\n').filter((line) => wrong.test(line))]).toEqual([
      mail?.name,
      [],
    ])
  }
})
