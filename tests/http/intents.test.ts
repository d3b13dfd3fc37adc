// @module-tag module
import { expect, test } from 'vitest'
import { z } from 'zod'
import { readForm, refuse } from '#app/http/form.server.ts'
import { intents, withFields } from '#app/http/intents.server.ts'

const perform = intents({
  save: (form: FormData, page: { user: string }) => `${page.user} saved ${form.get('name')}`,
  async close(_form: FormData, page: { at: number }) {
    return page.at
  },
  move: withFields(
    z.object({ to: z.coerce.number().int().min(1) }),
    ({ to }, page: { user: string }) => ({ to, by: page.user }),
  ),
})

const page = { user: 'ann', at: 7 }

function formOf(fields: Record<string, string | undefined>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) if (value) form.set(name, value)
  return form
}

test('the pressed button decides what is done', async () => {
  expect(await perform(formOf({ intent: 'save', name: 'Ben' }), page)).toBe('ann saved Ben')
  expect(await perform(formOf({ intent: 'close' }), page)).toBe(7)
})

test('a handler gets its hidden fields as its schema reads them', async () => {
  expect(await perform(formOf({ intent: 'move', to: '3' }), page)).toEqual({ to: 3, by: 'ann' })
})

test.each([
  { what: 'no button', fields: {} },
  { what: 'a button of another page', fields: { intent: 'delete' } },
  { what: 'the name of an inherited property', fields: { intent: 'constructor' } },
  { what: 'a missing hidden field', fields: { intent: 'move' } },
  { what: 'a hidden field out of bounds', fields: { intent: 'move', to: '0' } },
])('a form with $what is answered with a 400', async ({ fields }) => {
  const answer = perform(formOf(fields), page)
  await expect(answer).rejects.toMatchObject({ init: { status: 400 } })
})

const table = {
  name: [z.string().trim().min(1).max(5), 'Enter a name.'],
  age: [z.coerce.number<string>().int(), 'Enter a whole number.'],
} as const

test('a form is read field by field, and keeps only the fields it knows', () => {
  const read = readForm(formOf({ name: ' Ben ', age: '7', role: 'admin' }), table)
  expect(read.fields).toEqual({ name: 'Ben', age: 7 })
  expect(read.values).toEqual({ name: ' Ben ', age: '7' })
  expect(read.problems).toEqual({})
})

test('a form with an invalid field says so, and returns everything that was typed', () => {
  const read = readForm(formOf({ name: 'Benjamin', age: '7' }), table)
  expect(read.fields).toBeNull()
  const answer = refuse('details', read, { age: 'Too young.' })
  expect(answer.init?.status).toBe(400)
  expect(answer.data).toEqual({
    form: 'details',
    values: { name: 'Benjamin', age: '7' },
    problems: { name: 'Enter a name.', age: 'Too young.' },
  })
})
