import { data, type RouterContextProvider, redirect } from 'react-router'
import { actorOf, passwordAgainProblem } from '#app/accounts/middleware/require-admin.server.ts'
import { sessionContext } from '#app/accounts/middleware/session.server.ts'
import { badRequest } from '#app/http/refusals.ts'
import { changeSettings } from '#app/settings/settings.server.ts'
import type { SettingName, Settings } from '#app/settings/settings-schema.ts'
import type { SettingSection, TypedValue } from './fields.ts'
import { readSettingsForm, type SettingsForm } from './settings-form.server.ts'

/** What a settings page shows instead of the settings in force, after a form was not saved. */
export type SettingsAnswer = {
  typed: Partial<Record<SettingName, TypedValue>>
  marks: Partial<Record<SettingName, string>>
  problems: Partial<Record<SettingName, string>>
  ownPassword?: string
  /** What came of a test, beside the field that was tested. */
  test?: { name: SettingName; works: boolean; text: string }
}

/** Saves what was changed in a form with these fields; a bad value in it saves nothing. */
export async function saveSettings(
  sections: readonly SettingSection[],
  { form, target, context, check }: Sent,
) {
  const read = readForm(sections, form)
  Object.assign(read.problems, check?.(read.changes))
  if (Object.keys(read.problems).length > 0) return data(answerOf(read), { status: 400 })
  if (read.guarded) {
    const ownPassword = await passwordAgainProblem(context, form)
    if (ownPassword !== null) return data({ ...answerOf(read), ownPassword }, { status: 400 })
  }
  await changeSettings(read.changes, actorOf(context))
  await context.get(sessionContext).flash('saved', 'Settings saved successfully')
  return redirect(target)
}

type Sent = {
  form: FormData
  /** The page's own address. */
  target: string
  context: Readonly<RouterContextProvider>
  /** What only the server can tell of the changes, beyond their bounds. */
  check?: (changes: Partial<Settings>) => Partial<Record<SettingName, string>>
}

/** Throws a 400 on what no page of this app sends. */
function readForm(sections: readonly SettingSection[], form: FormData): SettingsForm {
  const read = readSettingsForm(
    form,
    sections.flatMap(({ fields }) => fields),
  )
  if (read.sent === 0) throw badRequest()
  return read
}

export function answerOf({ typed, marks, problems, secrets }: SettingsForm): SettingsAnswer {
  const again = 'It was not saved, and pages do not repeat it: type it again.'
  const lost = Object.fromEntries(secrets.map((name) => [name, again]))
  return { typed, marks, problems: { ...lost, ...problems } }
}
