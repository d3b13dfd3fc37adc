import { Mail } from 'lucide-react'
import {
  fillTemplate,
  outreachTemplates,
  type TemplateValues,
} from '#app/backlinks/outreach-templates.ts'
import type { Prospect } from '#app/backlinks/prospect.server.ts'
import { button } from '#app/ui/admin/button.ts'
import { CopyButton } from '#app/ui/admin/copy-button.tsx'
import { fieldBox } from '#app/ui/admin/forms/field-looks.ts'
import { Panel } from '#app/ui/admin/panel.tsx'

export type FilledTemplate = { name: string; subject: string; text: string }

/** A prospect's template with all that is known filled in; the follow-up's once it is due. */
export function filledTemplate(
  { templateId, contactName, site, state }: Prospect,
  values: TemplateValues,
): FilledTemplate | null {
  const id = state === 'contacted' ? 'follow-up' : templateId
  const template = outreachTemplates.find((candidate) => candidate.id === id)
  if (template === undefined || state === 'won' || state === 'lost') return null
  const firstName = contactName.split(' ', 1)[0] ?? ''
  const fill = (text: string) => {
    const filled = fillTemplate(text, values).replaceAll('[their site]', site)
    return firstName === '' ? filled : filled.replaceAll('[first name]', firstName)
  }
  return { name: template.name, subject: fill(template.subject), text: fill(template.text) }
}

/** The mail to write, to be copied or opened in the operator's own program. */
export function TemplatePanel({ name, subject, text, to }: FilledTemplate & { to: string }) {
  // Mail addresses write line ends as mails do (RFC 6068).
  const body = text.replaceAll('\n', '\r\n')
  const query = `subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`
  return (
    <Panel titleId="template" title={name}>
      <p>
        <span className="text-muted">Subject </span>
        <span id="template-subject" className="font-semibold">
          {subject}
        </span>
      </p>
      <label className="sr-only" htmlFor="template-text">
        Text of the mail
      </label>
      <textarea
        id="template-text"
        className={fieldBox({ kind: 'area', className: 'min-h-72' })}
        rows={16}
        defaultValue={text}
        spellCheck={false}
        autoComplete="off"
      />
      <p className="mt-1 text-xs text-muted">
        What stands in [brackets] is for you to say in your own words.
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <CopyButton source="template-text" label="Copy Email" />
        <CopyButton source="template-subject" label="Copy subject" quiet />
        <a
          className={button({ look: 'quiet' })}
          href={`mailto:${encodeURIComponent(to).replace('%40', '@')}?${query}`}
        >
          <Mail aria-hidden="true" size={17} />
          Open in mail program
        </a>
      </div>
    </Panel>
  )
}
