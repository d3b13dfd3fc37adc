import { data, type RouterContextProvider, redirect } from 'react-router'
import { actorOf, passwordAgainProblem } from '#app/accounts/middleware/require-admin.server.ts'
import { sessionContext } from '#app/accounts/middleware/session.server.ts'
import { badRequest } from '#app/http/refusals.ts'
import { log } from '#app/observe/log.server.ts'
import { changeSettings, defaultSettings } from '#app/settings/settings.server.ts'
import type { SettingName, Settings } from '#app/settings/settings-schema.ts'
import { unsavedText } from '#app/ui/admin/unavailable-texts.ts'
import { writeOr } from '#db/unavailable.ts'
import { defaultText } from './bounds.server.ts'
import { isGuarded, type SettingField, type SettingSection, type TypedValue } from './fields.ts'
import { readSettingsForm, type SettingsForm } from './settings-form.server.ts'

/** The refused values and problems that a settings page shows after an unsaved form. */
export type SettingsAnswer = {
  typed: Partial<Record<SettingName, TypedValue>>
  marks: Partial<Record<SettingName, string>>
  problems: Partial<Record<SettingName, string>>
  ownPassword?: string
  unsaved?: string
  test?: { name: SettingName; works: boolean; text: string }
}

type Page = { context: Readonly<RouterContextProvider> }

type Check = (changes: Partial<Settings>) => Partial<Record<SettingName, string>>

/**
 * Returns the actions of a settings form by `intent`: `save`, and for each field `reset` with its
 * name. `target` is the page's own address.
 */
export function settingActions(
  sections: readonly SettingSection[],
  target: string,
  check?: Check,
): { save: (form: FormData, page: Page) => ReturnType<typeof saveSettings> } {
  const fields = sections.flatMap((section) => section.fields)
  const resets = fields
    .filter(({ kind }) => kind !== 'secret')
    .map((field) => [
      `reset ${field.name}`,
      (form: FormData, { context }: Page) => resetSetting(field, fields, form, context),
    ])
  return {
    ...Object.fromEntries(resets),
    save: (form, { context }) => saveSettings(fields, { form, target, context, check }),
  }
}

/** Saves the changes of a form. Saves nothing if any value is invalid. */
async function saveSettings(
  fields: readonly SettingField[],
  {
    form,
    target,
    context,
    check,
  }: Page & { form: FormData; target: string; check: Check | undefined },
) {
  const read = readForm(fields, form)
  Object.assign(read.problems, check?.(read.changes))
  if (Object.keys(read.problems).length > 0) return data(answerOf(read), { status: 400 })
  if (read.guarded) {
    const ownPassword = await passwordAgainProblem(context, form)
    if (ownPassword !== null) return data({ ...answerOf(read), ownPassword }, { status: 400 })
  }
  const unsaved = await storeChanges(read.changes, context)
  if (unsaved !== null) return data({ ...answerOf(read), unsaved }, { status: 503 })
  await context.get(sessionContext).flash('saved', 'Settings saved successfully')
  return redirect(target)
}

/** Resets one setting to its default. Unsaved input in other fields stays. */
async function resetSetting(
  field: SettingField,
  fields: readonly SettingField[],
  form: FormData,
  context: Page['context'],
) {
  const others = fields.filter((other) => other !== field)
  const kept: SettingsAnswer = { ...answerOf(readSettingsForm(form, others)), problems: {} }
  if (isGuarded(field)) {
    const ownPassword = await passwordAgainProblem(context, form)
    if (ownPassword !== null) return data({ ...kept, ownPassword }, { status: 400 })
  }
  const unsaved = await storeChanges({ [field.name]: defaultSettings[field.name] }, context)
  if (unsaved !== null) return data({ ...kept, unsaved }, { status: 503 })
  const text = `${field.label} is back to its default: ${defaultText(field)}`
  await context.get(sessionContext).flash('saved', text)
  return data(kept)
}

/** Returns why the changes couldn't be stored. Null if they were. */
async function storeChanges(
  changes: Partial<Settings>,
  context: Page['context'],
): Promise<string | null> {
  const actor = actorOf(context)
  return writeOr<string | null>(
    async () => {
      await changeSettings(changes, actor)
      return null
    },
    (error) => {
      log.error({ id: actor.requestId, err: error }, 'settings not saved')
      return unsavedText(error.reason)
    },
  )
}

/** Throws a 400 for a form that no page of this app sends. */
function readForm(fields: readonly SettingField[], form: FormData): SettingsForm {
  const read = readSettingsForm(form, fields)
  if (read.sent === 0) throw badRequest()
  return read
}

export function answerOf({ typed, marks, problems, secrets }: SettingsForm): SettingsAnswer {
  const again = 'It wasn’t saved. Type it again: pages never show it.'
  const lost = Object.fromEntries(secrets.map((name) => [name, again]))
  return { typed, marks, problems: { ...lost, ...problems } }
}
