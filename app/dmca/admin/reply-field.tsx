import { useRef } from 'react'
import { fillReply, type ReplyPlaces } from '#app/dmca/reply.ts'
import type { ReplyTemplate } from '#app/dmca/reply-template.server.ts'
import { noteLimit, typedMargin } from '#app/dmca/report.ts'
import { useSite } from '#app/i18n/site-context.ts'
import { fieldBox, fieldLabel } from '#app/ui/admin/forms/field-looks.ts'
import { useRuns } from '#app/ui/site/use-runs.ts'

/**
 * The note of a decision. A chosen template is inserted with its placeholders filled in; without
 * JavaScript the server does so if the note is empty.
 */
export function ReplyField({
  id,
  label,
  required,
  templates,
  places,
  typed,
}: {
  id: string
  label: string
  required: boolean
  templates: ReplyTemplate[]
  /** Values of one report. Null leaves the placeholders to the server, for several reports. */
  places: Omit<ReplyPlaces, 'site'> | null
  /** Text of a refused form. */
  typed?: string | undefined
}) {
  const { siteName } = useSite()
  const runs = useRuns()
  const area = useRef<HTMLTextAreaElement>(null)
  const insert = (templateId: string) => {
    const { current } = area
    const chosen = templates.find((template) => String(template.id) === templateId)
    if (current === null || chosen === undefined) return
    const text =
      places === null ? chosen.body : fillReply(chosen.body, { ...places, site: siteName })
    const before = current.value.trimEnd()
    current.value = before === '' ? text : `${before}\n\n${text}`
    current.dispatchEvent(new Event('input', { bubbles: true }))
    current.focus()
  }
  return (
    <>
      {templates.length > 0 && (
        <div>
          <label className={fieldLabel} htmlFor={`${id}-template`}>
            Reply template
          </label>
          <select
            id={`${id}-template`}
            name="template"
            className={fieldBox({ kind: 'select' })}
            defaultValue=""
            onChange={({ target }) => {
              insert(target.value)
              target.value = ''
            }}
          >
            <option value="">{runs ? 'Choose a note to start from' : 'None'}</option>
            {templates.map((template) => (
              <option key={template.id} value={template.id}>
                {template.name}
              </option>
            ))}
          </select>
        </div>
      )}
      <div>
        <label className={fieldLabel} htmlFor={id}>
          {label}
        </label>
        <textarea
          ref={area}
          id={id}
          name="note"
          className={fieldBox({ kind: 'area' })}
          rows={3}
          defaultValue={typed}
          maxLength={noteLimit + typedMargin}
          // Without JavaScript, a chosen template can replace the note.
          required={required && (runs || templates.length === 0)}
        />
      </div>
    </>
  )
}
