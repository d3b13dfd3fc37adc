import { useI18n } from '#app/i18n/use-i18n.ts'
import script from './browser/unsent.ts?worker&url'
import { ModuleScript } from './page-scripts.tsx'

/** For pages with a form: says that the site didn't respond, instead of showing an error page. */
export function UnsentScript() {
  const { t } = useI18n()
  const text = `<p role="alert" class="col-span-full font-semibold text-bad" data-unsent>${t.saveProblem.silent}</p>`
  return <ModuleScript src={script} async data={{ 'data-unsent': text }} />
}
