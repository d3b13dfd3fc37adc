import type { SettingName } from '#app/models/settings-schema.ts'
import { TestLookup } from '#app/ui/admin/test-lookup.tsx'
import type { SettingsAnswer } from './save-settings.server.ts'

/** Tests the address in the field above, saved or not, and says what came of it. */
export function LookupTest({ name, test }: { name: SettingName; test: SettingsAnswer['test'] }) {
  return (
    <div className="setting-test">
      <TestLookup
        name={name}
        value={`test ${name}`}
        label="Test"
        formAction={`#setting-${name}`}
        test={test?.name === name ? test : undefined}
      />
    </div>
  )
}
