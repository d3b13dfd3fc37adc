import type { SettingName } from '#app/settings/settings-schema.ts'
import type { SettingsAnswer } from '#app/settings/ui/save-settings.server.ts'
import { TestLookup } from '#app/ui/admin/forms/test-lookup.tsx'

/** Tests the address in the field above, saved or not, and says what came of it. */
export function LookupTest({ name, test }: { name: SettingName; test: SettingsAnswer['test'] }) {
  return (
    <div className="mt-2.5 flex flex-wrap items-center gap-x-3 gap-y-1.5">
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
