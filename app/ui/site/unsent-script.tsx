import { useI18n } from '#app/i18n/use-i18n.ts'
import script from './browser/unsent.ts?worker&url'
import { ModuleScript } from './page-scripts.tsx'

/** For pages with a form: says instead of sending it that there's no connection. */
export function UnsentScript() {
  const { t } = useI18n()
  const text = `<p role="alert" class="col-span-full font-semibold text-bad" data-unsent>${t.errors.offline}. ${t.hints.offline}</p>`
  return <ModuleScript src={script} async data={{ 'data-unsent': text }} />
}
