// @module-tag module
import '#tests/support/own-data-dir.ts'

import { expect, test } from 'vitest'
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
