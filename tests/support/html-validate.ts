import { HtmlValidate } from 'html-validate'
import { type CheckedPage, faultsOf } from './page-faults.ts'

const checker = new HtmlValidate({
  root: true,
  extends: ['html-validate:standard', 'html-validate:a11y', 'html-validate:document'],
  // Nothing in between can change the site's own files.
  rules: { 'require-sri': ['error', { target: 'crossorigin' }] },
})

/** Returns what html-validate finds wrong in pages. */
export function htmlFaults(pages: readonly CheckedPage[]): string[] {
  const said = pages.flatMap(({ name, html }) =>
    checker
      .validateStringSync(html)
      .results.flatMap(({ messages }) => messages)
      .map(({ ruleId, message, selector }) => ({
        page: name,
        fault: `${ruleId}: ${message} (${selector})`,
      })),
  )
  return faultsOf('html-validate', said)
}
