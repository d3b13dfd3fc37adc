import type { Backlink } from '#app/backlinks/backlink.server.ts'
import type { TypedBacklink } from '#app/backlinks/fields.server.ts'
import { type FormAnswer, FormFields, SelectField, TextField } from '#app/ui/form-fields.tsx'
import { dayValue, statusTexts } from './backlink-texts.ts'

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

export function BacklinkFieldSet(answer: FormAnswer) {
  return (
    <FormFields {...answer}>
      <TextField
        label="Page URL"
        name="url"
        type="url"
        maxLength={2000}
        autoComplete="off"
        spellCheck={false}
        required
        hint="The page that links to this site, or will."
      />
      <div className="grid grid-cols-1 gap-x-5 gap-y-4 sm:grid-cols-2">
        <TextField
          label="Domain"
          name="domain"
          maxLength={253}
          autoComplete="off"
          spellCheck={false}
          hint="Leave blank to use the URL’s domain."
        />
        <TextField
          label="Anchor text"
          name="anchorText"
          maxLength={300}
          autoComplete="off"
          hint="Leave blank to use the text of the first link found."
        />
        <SelectField
          label="Status"
          name="status"
          options={Object.entries(statusTexts).map(([value, { label }]) => ({ value, label }))}
        />
        <TextField
          label="Domain authority"
          name="domainAuthority"
          type="number"
          required
          hint="From 0 to 100, as your SEO tool rates it."
        />
        <TextField label="Date acquired" name="dateAcquired" type="date" />
        <TextField
          label="Contact email"
          name="contactEmail"
          type="email"
          maxLength={254}
          autoComplete="off"
        />
      </div>
      <TextField label="Notes" name="notes" maxLength={2000} rows={3} />
    </FormFields>
  )
}
