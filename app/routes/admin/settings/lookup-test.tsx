import type { SettingName } from '#app/models/settings-schema.ts'
import type { SettingsAnswer } from './save-settings.server.ts'

/** Tests the address as it stands in the field above, saved or not, and says what came of it. */
export function LookupTest({ name, test }: { name: SettingName; test: SettingsAnswer['test'] }) {
  const own = test?.name === name ? test : undefined
  return (
    <div className="setting-test">
      <button
        type="submit"
        className="button-quiet"
        name="do"
        value={`test ${name}`}
        formAction={`#setting-${name}`}
        formNoValidate
        data-test-lookup={name}
      >
        Test
      </button>
      <span
        role="status"
        className={own?.works === false ? 'text-bad' : 'text-good'}
        data-test-result={name}
      >
        {own?.text}
      </span>
    </div>
  )
}
