import { data } from 'react-router'
import { testExtraction } from '#app/download/extraction/extraction-test.server.ts'
import { extractionEndpoint, settingOverrides } from '#app/settings/settings.server.ts'
import { SettingsSchema } from '#app/settings/settings-schema.ts'
import type { SettingSection } from '#app/settings/ui/fields.ts'
import { answerOf, type SettingsAnswer } from '#app/settings/ui/save-settings.server.ts'
import { readSettingsForm } from '#app/settings/ui/settings-form.server.ts'

const withoutSecond = { works: true, text: 'Without a second address, only the first is used.' }

/** Answers the Test button of an address's field. Saves nothing. */
export async function testAddress(
  name: 'extractionUrl' | 'fallbackExtractionUrl',
  sections: readonly SettingSection[],
  form: FormData,
  signal: AbortSignal,
) {
  const fields = sections.flatMap((section) => section.fields)
  const kept: SettingsAnswer = { ...answerOf(readSettingsForm(form, fields)), problems: {} }
  const typed = form.get(name)
  const address =
    name in settingOverrides()
      ? extractionEndpoint()
      : SettingsSchema.shape[name].safeParse(typeof typed === 'string' ? typed.trim() : '').data
  if (address === undefined) {
    const test = { name, works: false, text: 'Enter an http or https address.' }
    return data<SettingsAnswer>({ ...kept, test }, { status: 400 })
  }
  const result =
    name === 'fallbackExtractionUrl' && !address
      ? withoutSecond
      : await testExtraction(address ?? '', signal)
  return data<SettingsAnswer>({ ...kept, test: { name, ...result } })
}
