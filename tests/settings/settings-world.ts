import { type Browser, password } from '#tests/support/accounts.ts'
import { controlsOf, untouched } from '#tests/support/form-fields.ts'
import type { Sql } from '#tests/support/sql.ts'

/** New values by name: null takes a field out of the form, as an empty box does. */
export type Typed = Record<string, string | string[] | null>

/** The address of a tab. */
export const tabAddress = (tab: string) =>
  tab === 'general' ? '/admin/settings' : `/admin/settings/${tab}`

/** The form of a tab as a browser would send it after `typed` was filled in. */
export async function settingsForm(
  browser: Browser,
  tab: string,
  typed: Typed = {},
): Promise<URLSearchParams> {
  const form = untouched(controlsOf(await browser.html(tabAddress(tab)), 'save'))
  return fillIn(form, { intent: 'save', ...typed })
}

export function fillIn(form: URLSearchParams, typed: Typed): URLSearchParams {
  for (const [name, value] of Object.entries(typed)) {
    form.delete(name)
    for (const one of [value ?? []].flat()) form.append(name, one)
  }
  return form
}

/** Opens a tab, fills in the given fields and presses Save, with the own password. */
export async function saveTab(browser: Browser, tab: string, typed: Typed): Promise<Response> {
  const form = await settingsForm(browser, tab, { ownPassword: password, ...typed })
  return sendTab(browser, tab, form)
}

export function sendTab(browser: Browser, tab: string, form: URLSearchParams): Promise<Response> {
  return browser.send(tabAddress(tab), { method: 'POST', body: form })
}

/** A setting as it is stored, undefined when it never was changed. */
export async function storedSetting(db: Sql, name: string): Promise<unknown> {
  const value = await db.value('select value from settings where name = ?', name)
  return typeof value === 'string' ? JSON.parse(value) : undefined
}

type Facts = Record<string, unknown>

/** The newest change of settings in the audit log. */
export async function lastChange(
  db: Sql,
): Promise<{ actor: string; before: Facts; after: Facts } | undefined> {
  const row = await db.row<{
    actor_label: string
    before: string
    after: string
  }>(`select actor_label, before, after from audit_log
       where action = 'settings.changed' order by seq desc limit 1`)
  return (
    row && { actor: row.actor_label, before: JSON.parse(row.before), after: JSON.parse(row.after) }
  )
}
