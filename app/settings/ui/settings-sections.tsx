import { useEffect, useRef } from 'react'
import { Form, useLocation } from 'react-router'
import type { SettingName } from '#app/settings/settings-schema.ts'
import { button } from '#app/ui/admin/button.ts'
import { Callout } from '#app/ui/admin/callout.tsx'
import { PasswordAgain } from '#app/ui/admin/forms/confirm-page.tsx'
import { panel, Subtitle } from '#app/ui/admin/panel.tsx'
import { link } from '#app/ui/link.ts'
import type { SettingsAnswer } from './save-settings.server.ts'
import { SettingInput } from './setting-input.tsx'
import type { SettingsView } from './settings-view.server.ts'

/**
 * The form of a tab: its sections, the operator's own password where a change asks for it, and
 * the Save button. `beside` stands below the field of that name.
 */
export function SettingsSections({
  view,
  answer,
  beside = {},
  children,
}: {
  view: SettingsView
  answer: SettingsAnswer | undefined
  beside?: Partial<Record<SettingName, React.ReactNode>>
  /** What else belongs into the form, after the sections. */
  children?: React.ReactNode
}) {
  const { pathname } = useLocation()
  const box = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each refusal takes the focus anew
  useEffect(() => box.current?.focus(), [answer])
  const faulty = [
    ...view.sections
      .flatMap(({ fields }) => fields)
      .filter(({ field }) => answer?.problems[field.name] !== undefined)
      .map(({ field }) => ({ id: placeOf(field.name), label: field.label })),
    ...(answer?.ownPassword === undefined
      ? []
      : [{ id: placeOf('ownPassword'), label: 'Your own password' }]),
  ]
  // The page's own path as the target, so that no anchor that led here comes back with the answer.
  return (
    <Form method="post" action={pathname} className="grid grid-cols-1 gap-5 **:scroll-mb-22">
      {/* Enter in a field presses a form's first button: a test is not it. */}
      <button
        type="submit"
        className="sr-only"
        name="intent"
        value="save"
        tabIndex={-1}
        aria-hidden
      >
        Save
      </button>
      {faulty.length > 0 && (
        // It takes the focus, which brings it into view; an anchor would stay in the address.
        // The browser does so by itself after a full page load, and React only for fields.
        <Callout ref={box} tone="bad" className="flex-wrap" role="alert" tabIndex={-1} autoFocus>
          <p>Nothing was saved yet. Please look at:</p>
          <ul className="flex flex-wrap gap-x-4">
            {faulty.map(({ id, label }) => (
              <li key={id}>
                <a className={link} href={`#${id}`} onClick={(event) => goTo(event, id)}>
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </Callout>
      )}
      {view.sections.map(({ title, lead, fields }) => (
        <section key={title} className={panel()}>
          <div>
            <Subtitle>{title}</Subtitle>
            {lead !== undefined && <p className="max-w-2xl text-pretty text-muted">{lead}</p>}
          </div>
          {fields.map((field) => (
            <div key={field.field.name} id={placeOf(field.field.name)}>
              <SettingInput view={field} answer={answer}>
                {beside[field.field.name]}
              </SettingInput>
            </div>
          ))}
        </section>
      ))}
      {children}
      {view.guarded.length > 0 && (
        <div className={panel({ className: '[&_input]:max-w-88' })} id={placeOf('ownPassword')}>
          <PasswordAgain
            hint={`Asked for only when one of these changes: ${view.guarded.join(', ')}.`}
            problem={answer?.ownPassword}
          />
        </div>
      )}
      <div className="sticky bottom-0 z-5 flex border-t border-line bg-page py-3">
        <button type="submit" className={button()} name="intent" value="save">
          Save settings
        </button>
      </div>
    </Form>
  )
}

/** Puts the focus into a field. An anchor in the address would take the form's answer away. */
function goTo(event: React.MouseEvent, id: string): void {
  event.preventDefault()
  const field = 'select, textarea, input:not([type=hidden])'
  document.getElementById(id)?.querySelector<HTMLElement>(field)?.focus()
}

function placeOf(name: string): string {
  return `setting-${name}`
}
