import type { Backlink } from '#app/backlinks/backlink.server.ts'
import type { BacklinkProblems, TypedBacklink } from '#app/backlinks/fields.server.ts'
import { TextArea, TextField } from '#app/ui/admin/forms/field.tsx'
import { SelectField } from '#app/ui/admin/forms/select-field.tsx'
import { dayValue, statusTexts } from './backlink-texts.ts'

export const emptyBacklink: TypedBacklink = {
  domain: '',
  url: '',
  anchorText: '',
  status: 'pending',
  domainAuthority: '',
  dateAcquired: '',
  contactEmail: '',
  notes: '',
}

/** A backlink as its form shows it. */
export function typedBacklink(backlink: Backlink): TypedBacklink {
  return {
    domain: backlink.domain,
    url: backlink.url,
    anchorText: backlink.anchorText,
    status: backlink.status,
    domainAuthority: String(backlink.domainAuthority),
    dateAcquired: dayValue(backlink.dateAcquired),
    contactEmail: backlink.contactEmail,
    notes: backlink.notes,
  }
}

/** The fields of a backlink with what is wrong with each. */
export function BacklinkFieldSet({
  values,
  problems,
}: {
  values: TypedBacklink
  problems: BacklinkProblems
}) {
  return (
    <>
      <TextField
        label="Address of the page"
        name="url"
        type="url"
        defaultValue={values.url}
        maxLength={2000}
        autoComplete="off"
        spellCheck={false}
        required
        hint="The page that links to this site, or is going to."
        problem={problems.url}
      />
      <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2">
        <TextField
          label="Domain"
          name="domain"
          defaultValue={values.domain}
          maxLength={253}
          autoComplete="off"
          spellCheck={false}
          hint="Left empty, the address says it."
          problem={problems.domain}
        />
        <TextField
          label="Anchor text"
          name="anchorText"
          defaultValue={values.anchorText}
          maxLength={300}
          autoComplete="off"
          hint="Left empty, the first check that finds the link fills it in."
          problem={problems.anchorText}
        />
        <SelectField
          label="Status"
          name="status"
          value={values.status}
          options={Object.entries(statusTexts).map(([value, { label }]) => ({ value, label }))}
        />
        <TextField
          label="Domain authority"
          name="domainAuthority"
          type="number"
          defaultValue={values.domainAuthority}
          required
          hint="0 to 100, from the tool that you use for it."
          problem={problems.domainAuthority}
        />
        <TextField
          label="Date acquired"
          name="dateAcquired"
          type="date"
          defaultValue={values.dateAcquired}
          problem={problems.dateAcquired}
        />
        <TextField
          label="Contact email"
          name="contactEmail"
          type="email"
          defaultValue={values.contactEmail}
          maxLength={254}
          autoComplete="off"
          problem={problems.contactEmail}
        />
      </div>
      <TextArea
        label="Notes"
        name="notes"
        defaultValue={values.notes}
        maxLength={2000}
        rows={3}
        problem={problems.notes}
      />
    </>
  )
}
