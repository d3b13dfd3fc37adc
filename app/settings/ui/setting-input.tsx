import { fieldBox, fieldHint, fieldLabel, fieldProblem } from '#app/ui/admin/forms/field-looks.ts'
import { choice } from '#app/ui/field.ts'
import { link } from '#app/ui/link.ts'
import { fieldId } from './fields.ts'
import type { SettingsAnswer } from './save-settings.server.ts'
import type { FieldView } from './settings-view.server.ts'

/** A field with its label, its hint, what is wrong with it, and a way back to its default. */
export function SettingInput({
  view,
  answer,
  children,
}: {
  view: FieldView
  answer: SettingsAnswer | undefined
  /** What is shown below the field. */
  children?: React.ReactNode
}) {
  const { field, override, resetTo } = view
  const { name, kind } = field
  const id = fieldId(name)
  const problem = answer?.problems[name]
  const mark = override === null && (
    <input type="hidden" name={`${name}.shown`} value={answer?.marks[name] ?? view.mark} />
  )
  const notes = (
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
          type="submit"
          className={`mt-1 cursor-pointer text-start text-xs wrap-anywhere ${link}`}
          name="intent"
          value={`reset ${name}`}
          formNoValidate
        >
          Reset <span className="sr-only">{field.label}</span> to default: {resetTo}
        </button>
      )}
    </>
  )
  const described = [
    ...(problem === undefined ? [] : [`${id}-problem`]),
    ...(field.hint === undefined ? [] : [`${id}-hint`]),
    ...(override === null ? [] : [`${id}-override`]),
  ]
  const parts: Parts = {
    id,
    'aria-describedby': described.length === 0 ? undefined : described.join(' '),
    'aria-invalid': problem === undefined ? undefined : true,
    disabled: override !== null,
  }
  const value = override === null ? (answer?.typed[name] ?? view.value) : view.value
  if (kind === 'switch') {
    return (
      <Row>
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
        <div className="ps-7">{notes}</div>
        {children}
      </Row>
    )
  }
  if (kind === 'ticks') {
    const ticked: readonly unknown[] = Array.isArray(value) ? value : []
    return (
      <Row
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
        {notes}
        {children}
      </Row>
    )
  }
  return (
    <Row
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
      {notes}
      {children}
    </Row>
  )
}

const labelLook = `${fieldLabel} lg:mb-0 lg:pt-2`

/** A label above its field, or beside it where there is room. */
function Row({ label, children }: { label?: React.ReactNode; children: React.ReactNode }) {
  return (
    <div className="lg:grid lg:grid-cols-[12rem_minmax(0,1fr)] lg:gap-x-6">
      {label}
      <div className="min-w-0 lg:col-start-2">{children}</div>
    </div>
  )
}

type Parts = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  disabled: boolean
}

function TextLike({ view, text, parts }: { view: FieldView; text: string; parts: Parts }) {
  const { field, bounds } = view
  const { name } = field
  switch (field.kind) {
    case 'number':
      return (
        <div className="flex items-center gap-2.5">
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
      return (
        <textarea
          className={fieldBox({ kind: 'area' })}
          name={name}
          rows={field.rows}
          defaultValue={text}
          maxLength={bounds.maxLength}
          {...parts}
        />
      )
    case 'list':
    case 'code':
      return (
        <textarea
          className={fieldBox({ kind: 'area', className: 'font-mono' })}
          name={name}
          rows={field.kind === 'list' ? 8 : 4}
          defaultValue={text}
          maxLength={bounds.maxLength}
          spellCheck={false}
          autoCapitalize="none"
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

/** What is stored is never sent to the page: an empty field leaves it as it is. */
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
          <input type="checkbox" name={`${field.name}.remove`} value="on" defaultChecked={remove} />
          <span>Remove the stored one</span>
        </label>
      )}
    </>
  )
}
