import { scopes, scopeTexts } from '#app/api/scopes.ts'
import { FieldProblem, useProblem } from '#app/ui/form-fields.tsx'

/** One tick for each thing that a token can be used for. */
export function ScopeFields({ ticked }: { ticked: readonly string[] }) {
  const problem = useProblem('scope')
  return (
    <fieldset id="scope" className="grid gap-2">
      <legend className="mb-1.5 font-semibold">What it can do</legend>
      <div className="grid gap-x-5 gap-y-2 sm:grid-cols-2">
        {scopes.map((scope) => (
          <label key={scope} className="flex items-start gap-2.5">
            <input
              type="checkbox"
              name="scope"
              value={scope}
              defaultChecked={ticked.includes(scope)}
              className="mt-1 size-4.5 flex-none accent-link"
            />
            <span>
              {scopeTexts[scope]}
              <code className="block text-muted text-xs">{scope}</code>
            </span>
          </label>
        ))}
      </div>
      <FieldProblem id="scope">{problem}</FieldProblem>
    </fieldset>
  )
}
