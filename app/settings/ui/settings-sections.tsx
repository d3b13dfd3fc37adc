import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Form, useLocation, useNavigation } from 'react-router'
import type { SettingName } from '#app/settings/settings-schema.ts'
import { button } from '#app/ui/admin/button.ts'
import { PasswordConfirm, useDialogs } from '#app/ui/admin/forms/password-confirm.tsx'
import { panel, Subtitle } from '#app/ui/admin/panel.tsx'
import { useHold } from '#app/ui/hold.ts'
import { ProblemSummary } from '#app/ui/problem-summary.tsx'
import { useRuns } from '#app/ui/site/use-runs.ts'
import { SubmitButton } from '#app/ui/submit-button.tsx'
import { fieldId, isGuarded, removeName, typedValue } from './fields.ts'
import type { SettingsAnswer } from './save-settings.server.ts'
import { SettingInput } from './setting-input.tsx'
import type { FieldView, SettingsView } from './settings-view.server.ts'

const plainPasswordId = 'own-password'

/**
 * A tab's form: its sections, a password field if a change needs one, and the save bar. `beside` is
 * shown below the fields of those names.
 */
export function SettingsSections({
  view,
  answer: latest,
  beside = {},
  children,
}: {
  view: SettingsView
  answer: SettingsAnswer | undefined
  beside?: Partial<Record<SettingName, React.ReactNode>>
  children?: React.ReactNode
}) {
  const { pathname } = useLocation()
  const form = useRef<HTMLFormElement>(null)
  // Discard remounts the fields and drops the values of a refused form.
  const [discarded, setDiscarded] = useState({ times: 0, answer: latest })
  const answer = discarded.times > 0 && latest === discarded.answer ? undefined : latest
  const [changes, setChanges] = useState(0)
  const count = useEffectEvent(() => {
    if (form.current !== null) setChanges(changedFields(view, new FormData(form.current)).length)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer and each load can change the fields
  useEffect(() => count(), [view, answer, discarded])
  useFocusOnAnchor()
  useHold(answer !== undefined)
  const plain = !useDialogs() && answer?.ownPassword !== undefined
  const faulty = [
    ...fieldsOf(view)
      .filter(({ field }) => answer?.problems[field.name] !== undefined)
      .map(({ field }) => ({ id: fieldId(field.name), text: field.label })),
    ...(plain ? [{ id: plainPasswordId, text: 'Your password' }] : []),
  ]
  // The plain path as target, so that the answer doesn't jump to the anchor that led here.
  return (
    <Form
      ref={form}
      method="post"
      action={pathname}
      preventScrollReset
      className="grid grid-cols-1 gap-5 focus:outline-none **:scroll-mb-22"
      tabIndex={-1}
      onInput={() => count()}
    >
      {/* Enter presses a form's first button, which must not be a test. */}
      <button
        type="submit"
        className="sr-only"
        name="intent"
        value="save"
        tabIndex={-1}
        aria-hidden
      >
        Save settings
      </button>
      {answer?.unsaved !== undefined && <ProblemSummary title={answer.unsaved} />}
      {faulty.length > 0 && (
        <ProblemSummary title="Nothing was saved. Check these fields:" fields={faulty} />
      )}
      <div key={discarded.times} className="grid grid-cols-1 gap-5">
        {view.sections.map(({ title, lead, fields }) => (
          <section key={title} className={panel()}>
            <div>
              <Subtitle>{title}</Subtitle>
              {lead !== undefined && <p className="max-w-2xl text-pretty text-muted">{lead}</p>}
            </div>
            {fields.map((field) => (
              <div key={field.field.name} id={`setting-${field.field.name}`}>
                <SettingInput view={field} answer={answer}>
                  {beside[field.field.name]}
                </SettingInput>
              </div>
            ))}
          </section>
        ))}
        {children}
      </div>
      {view.guarded.length > 0 && (
        <PasswordConfirm
          id={plainPasswordId}
          className={panel({ className: '[&_input]:max-w-88' })}
          hint={`Needed only to change: ${view.guarded.join(', ')}.`}
          problem={answer?.ownPassword}
          needed={(form, { value }) => needsPassword(view, form, value)}
        />
      )}
      <SaveBar
        changes={changes}
        onDiscard={() => {
          setDiscarded({ times: discarded.times + 1, answer: latest })
          form.current?.focus()
        }}
      />
    </Form>
  )
}

/** Shown while there are changes, or always without JavaScript. */
function SaveBar({ changes, onDiscard }: { changes: number; onDiscard: () => void }) {
  const runs = useRuns()
  const { state, formData } = useNavigation()
  return (
    <div
      className="print:hidden sticky bottom-0 z-5 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line bg-page py-3"
      hidden={runs && changes === 0}
    >
      <SubmitButton intent="save">Save settings</SubmitButton>
      {runs && (
        <>
          <button
            type="button"
            className={button({ look: 'quiet' })}
            disabled={state !== 'idle'}
            onClick={onDiscard}
          >
            Discard
          </button>
          <p role="status" className="font-semibold" data-changes={changes}>
            {/* Until the next screen is there: the changes would be said again in between. */}
            {formData === undefined ? changesText(changes) : 'Saving…'}
          </p>
        </>
      )}
    </div>
  )
}

function changesText(changes: number): string {
  return changes === 1 ? '1 unsaved change' : `${changes} unsaved changes`
}

const fieldsOf = ({ sections }: SettingsView) => sections.flatMap(({ fields }) => fields)

function changedFields(view: SettingsView, form: FormData): FieldView[] {
  return fieldsOf(view).filter((field) => isChanged(field, form))
}

function isChanged({ field, value, override }: FieldView, form: FormData): boolean {
  if (override !== null) return false
  const typed = typedValue(field, form)
  if (field.kind === 'secret') return typed !== '' || form.get(removeName(field.name)) === 'on'
  return JSON.stringify(typed) !== JSON.stringify(value)
}

function needsPassword(view: SettingsView, form: HTMLFormElement, intent: string): boolean {
  const changed = intent === 'save' ? changedFields(view, new FormData(form)) : []
  const reset = fieldsOf(view).filter(({ field }) => intent === `reset ${field.name}`)
  return [...changed, ...reset].some(({ field }) => isGuarded(field))
}

/** Focuses the field in the address's hash, as a full page load does. */
function useFocusOnAnchor(): void {
  const { hash, key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link can be followed again
  useEffect(() => {
    if (hash !== '') document.getElementById(hash.slice(1))?.focus()
  }, [hash, key])
}
