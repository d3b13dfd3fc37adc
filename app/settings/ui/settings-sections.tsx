import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Form, useLocation } from 'react-router'
import type { SettingName } from '#app/settings/settings-schema.ts'
import { PasswordConfirm, useDialogs } from '#app/ui/admin/forms/password-confirm.tsx'
import { panel, Subtitle } from '#app/ui/admin/panel.tsx'
import { ProblemSummary } from '#app/ui/problem-summary.tsx'
import { changedFields } from './changed-fields.ts'
import { fieldId, isGuarded } from './fields.ts'
import { SaveBar } from './save-bar.tsx'
import type { SettingsAnswer } from './save-settings.server.ts'
import { SettingInput } from './setting-input.tsx'
import type { SettingsView } from './settings-view.server.ts'

const plainPasswordId = 'own-password'

/**
 * A tab's form: its sections, the operator's own password where a change needs it, and the bar that
 * saves. `beside` is shown below the field of that name.
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
  /** What else belongs to the form, after the sections. */
  children?: React.ReactNode
}) {
  const { pathname } = useLocation()
  const form = useRef<HTMLFormElement>(null)
  // Discard starts the fields again, without what was typed into a form that was refused.
  const [discarded, setDiscarded] = useState({ times: 0, answer: latest })
  const answer = discarded.times > 0 && latest === discarded.answer ? undefined : latest
  const [changes, setChanges] = useState(0)
  const count = useEffectEvent(() => {
    if (form.current !== null) setChanges(changedFields(view, new FormData(form.current)).length)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer and each load can change the fields
  useEffect(() => count(), [view, answer, discarded])
  useFocusOnAnchor()
  const plain = !useDialogs() && answer?.ownPassword !== undefined
  const faulty = [
    ...view.sections
      .flatMap(({ fields }) => fields)
      .filter(({ field }) => answer?.problems[field.name] !== undefined)
      .map(({ field }) => ({ id: fieldId(field.name), text: field.label })),
    ...(plain ? [{ id: plainPasswordId, text: 'Your password' }] : []),
  ]
  // The page's own path as the target, so that no anchor that led here comes back with the answer.
  return (
    <Form
      ref={form}
      method="post"
      action={pathname}
      preventScrollReset
      className="grid grid-cols-1 gap-5 focus:outline-none **:scroll-mb-22"
      tabIndex={-1}
      onInput={() => count()}
      // A live renewal would take what was typed with it, in a page that came before its scripts.
      data-answer={answer === undefined ? undefined : ''}
    >
      {/* Enter in a field presses a form's first button: a test is not it. */}
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

/** Whether a button of the form does something that asks for the operator's own password. */
function needsPassword(view: SettingsView, form: HTMLFormElement, intent: string): boolean {
  const changed = intent === 'save' ? changedFields(view, new FormData(form)) : []
  const reset = view.sections
    .flatMap(({ fields }) => fields)
    .filter(({ field }) => intent === `reset ${field.name}`)
  return [...changed, ...reset].some(({ field }) => isGuarded(field))
}

/** Puts the focus into the field that the address names, as a full page load does. */
function useFocusOnAnchor(): void {
  const { hash, key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link can be followed again
  useEffect(() => {
    if (hash !== '') document.getElementById(hash.slice(1))?.focus()
  }, [hash, key])
}
