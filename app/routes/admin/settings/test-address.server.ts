import { data } from 'react-router'
import { extractionTestText, testExtraction } from '#app/models/extraction-test.server.ts'
import { extractionEndpoint, settingOverrides } from '#app/models/settings.server.ts'
import { SettingsSchema } from '#app/models/settings-schema.ts'
import type { SettingSection } from './fields.ts'
import { answerOf, type SettingsAnswer } from './save-settings.server.ts'
import { readSettingsForm } from './settings-form.server.ts'

const addresses = ['extractionUrl', 'fallbackExtractionUrl'] as const
type Address = (typeof addresses)[number]

/** The answer to a Test button, which saves nothing; null when another button was pressed. */
export async function testAddress(
  sections: readonly SettingSection[],
  form: FormData,
  signal: AbortSignal,
) {
  const name = addresses.find((address) => form.get('do') === `test ${address}`)
  if (name === undefined) return null
  const fields = sections.flatMap((section) => section.fields)
  const kept: SettingsAnswer = { ...answerOf(readSettingsForm(form, fields)), problems: {} }
  const typed = form.get(name)
  const address =
    name in settingOverrides()
      ? extractionEndpoint()
      : SettingsSchema.shape[name].safeParse(typeof typed === 'string' ? typed.trim() : '').data
  if (address === undefined) {
    const test = { name, works: false, text: 'This is not an http or https address.' }
    return data<SettingsAnswer>({ ...kept, test }, { status: 400 })
  }
  return data<SettingsAnswer>({ ...kept, test: { name, ...(await tested(name, address, signal)) } })
}

async function tested(name: Address, address: string | null, signal: AbortSignal) {
  if (address === null || address === '') {
    const text =
      name === 'extractionUrl'
        ? 'Without an address the site runs as a demo with a sample clip.'
        : 'Without a second address only the first is asked.'
    return { works: true, text }
  }
  const result = await testExtraction(address, signal)
  return { works: result.outcome !== 'fails', text: extractionTestText(result) }
}
