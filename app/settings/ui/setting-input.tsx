import { fieldBox, fieldHint, fieldLabel, fieldProblem } from '#app/ui/admin/forms/field-looks.ts'
import { choice } from '#app/ui/field.ts'
import { link } from '#app/ui/link.ts'
import { useRuns } from '#app/ui/site/use-runs.ts'
import { fieldId, removeName } from './fields.ts'
import { fillIn } from './fill-in.ts'
import type { SettingsAnswer } from './save-settings.server.ts'
import type { FieldView } from './settings-view.server.ts'
import { useShownMark } from './use-shown-mark.ts'

export function SettingInput({
  view,
  answer,
  children,
}: {
  view: FieldView
  answer: SettingsAnswer | undefined
  children?: React.ReactNode
}) {
  const { field, override } = view
  const { name, kind } = field
  const id = fieldId(name)
  const problem = answer?.problems[name]
  const shown = useShownMark(view, answer)
  const mark = override === null && (
    <input type="hidden" name={`${name}.shown`} value={shown.mark} />
  )
  const notes = <Notes view={view} problem={problem} />
  const described = [
    problem !== undefined && `${id}-problem`,
    field.hint !== undefined && `${id}-hint`,
    override !== null && `${id}-override`,
  ]
  const parts: Parts = {
    id,
    'aria-describedby': described.filter(Boolean).join(' ') || undefined,
    'aria-invalid': problem === undefined ? undefined : true,
    disabled: override !== null,
  }
  const value = override === null ? (answer?.typed[name] ?? view.value) : view.value
  if (kind === 'switch') {
    return (
      <Row onInput={shown.hold} notes={<div className="ps-7 @4xl:ps-0">{notes}</div>}>
        {mark}
        <label className={choice}>
          <input
            type="checkbox"
            name={name}
            value="on"
            defaultChecked={value === true}
            {...parts}
          />
          <span className="font-semibold">{field.label}</span>
        </label>
        {children}
      </Row>
    )
  }
  if (kind === 'ticks') {
    const ticked: readonly unknown[] = Array.isArray(value) ? value : []
    return (
      <Row
        onInput={shown.hold}
        notes={notes}
        label={
          <p className={labelLook} id={`${id}-label`}>
            {field.label}
          </p>
        }
      >
        {mark}
        {/* biome-ignore lint/a11y/useSemanticElements: a legend cannot stand beside the boxes */}
        <div role="group" aria-labelledby={`${id}-label`} className="flex flex-wrap gap-x-6">
          {field.options.map((option, index) => (
            <label key={option.value} className={choice}>
              <input
                id={index === 0 ? id : undefined}
                type="checkbox"
                name={name}
                value={option.value}
                defaultChecked={ticked.includes(option.value)}
              />
              <span>{option.label}</span>
            </label>
          ))}
        </div>
        {children}
      </Row>
    )
  }
  return (
    <Row
      onInput={shown.hold}
      notes={notes}
      label={
        <label className={labelLook} htmlFor={id}>
          {field.label}
        </label>
      }
    >
      {mark}
      {kind === 'secret' ? (
        <Secret view={view} remove={value === true} parts={parts} />
      ) : (
        <TextLike view={view} text={typeof value === 'string' ? value : ''} parts={parts} />
      )}
      {children}
    </Row>
  )
}

const labelLook = `${fieldLabel} @2xl:mb-0 @2xl:pt-2`

/** Puts the label above its field and notes, or beside them where the text's size leaves room. */
function Row({
  label,
  notes,
  onInput,
  children,
}: {
  label?: React.ReactNode
  notes: React.ReactNode
  onInput: () => void
  children: React.ReactNode
}) {
  return (
    <div onInput={onInput} className="@container">
      <div className="@2xl:grid @2xl:grid-cols-[12rem_minmax(0,1fr)] @2xl:gap-x-6 @4xl:grid-cols-[12rem_minmax(0,1fr)_18rem]">
        {label}
        <div className="min-w-0 @2xl:col-start-2">{children}</div>
        <div className="min-w-0 @2xl:col-start-2 @4xl:col-start-3 @4xl:row-start-1">{notes}</div>
      </div>
    </div>
  )
}

/** A field's problem, its hint, and the button for its default. */
function Notes({ view, problem }: { view: FieldView; problem: string | undefined }) {
  const { field, override, resetTo } = view
  const id = fieldId(field.name)
  const runs = useRuns()
  return (
    <>
      {problem !== undefined && (
        <p id={`${id}-problem`} className={fieldProblem}>
          {problem}
        </p>
      )}
      {field.hint !== undefined && (
        <p id={`${id}-hint`} className={fieldHint}>
          {field.hint}
        </p>
      )}
      {override !== null && (
        <p id={`${id}-override`} className={fieldHint}>
          Set by the environment variable <code>{override}</code>, so it can’t be changed here.
        </p>
      )}
      {resetTo !== null && (
        <button
          // With JavaScript it only fills the field in, which the save bar then saves.
          type={runs ? 'button' : 'submit'}
          className={`mt-1 cursor-pointer text-start text-xs wrap-anywhere ${link}`}
          name="intent"
          value={`reset ${field.name}`}
          formNoValidate={!runs}
          onClick={({ currentTarget: { form } }) => {
            if (runs && form !== null) fillIn(form, field, view.initial)
          }}
        >
          Reset <span className="sr-only">{field.label}</span> to default: {resetTo}
        </button>
      )}
    </>
  )
}

type Parts = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  disabled: boolean
}

const rows = { textarea: 3, code: 4, list: 8 }

function TextLike({ view, text, parts }: { view: FieldView; text: string; parts: Parts }) {
  const { field, bounds } = view
  const { name } = field
  const isProse = field.kind === 'textarea'
  switch (field.kind) {
    case 'number':
      return (
        <div className="flex flex-wrap items-center gap-x-2.5">
          <input
            className={fieldBox({ className: 'max-w-36' })}
            type="number"
            name={name}
            defaultValue={text}
            min={bounds.min}
            max={bounds.max}
            step={bounds.whole ? 1 : 'any'}
            required
            {...parts}
          />
          {field.unit !== undefined && <span>{field.unit}</span>}
        </div>
      )
    case 'choice':
      return (
        <select className={fieldBox({ kind: 'select' })} name={name} defaultValue={text} {...parts}>
          {field.options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )
    case 'textarea':
    case 'list':
    case 'code':
      return (
        <textarea
          className={fieldBox({ kind: 'area', className: isProse ? '' : 'font-mono' })}
          name={name}
          rows={rows[field.kind]}
          defaultValue={text}
          maxLength={bounds.maxLength}
          {...(!isProse && { spellCheck: false, autoCapitalize: 'none' })}
          {...parts}
        />
      )
    case 'text':
      return (
        <input
          className={fieldBox()}
          type={field.type ?? 'text'}
          name={name}
          defaultValue={text}
          maxLength={bounds.maxLength}
          required={bounds.required}
          autoComplete="off"
          spellCheck={false}
          {...parts}
        />
      )
    default:
      return null
  }
}

/** A stored secret is never sent to the page. An empty field leaves it unchanged. */
function Secret({
  view: { field, stored, bounds },
  remove,
  parts,
}: {
  view: FieldView
  remove: boolean
  parts: Parts
}) {
  return (
    <>
      <input
        className={fieldBox()}
        type="password"
        name={field.name}
        maxLength={bounds.maxLength}
        autoComplete="new-password"
        spellCheck={false}
        {...parts}
      />
      <p className="mt-1 text-xs text-muted">
        {stored ? 'One is set. Leave blank to keep it.' : 'None is set.'}
      </p>
      {stored && (
        <label className={choice}>
          <input type="checkbox" name={removeName(field.name)} value="on" defaultChecked={remove} />
          <span>Remove the stored one</span>
        </label>
      )}
    </>
  )
}
