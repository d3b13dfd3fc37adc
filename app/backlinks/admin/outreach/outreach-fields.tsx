import { templateNames } from '#app/backlinks/template-names.ts'
import { type FormAnswer, FormFields, SelectField, TextField } from '#app/ui/form-fields.tsx'

const templates = Object.entries(templateNames).map(([value, label]) => ({ value, label }))
export const firstTemplate = templates[0]?.value ?? ''

export function CampaignFieldSet(answer: FormAnswer) {
  return (
    <FormFields {...answer}>
      <TextField label="Campaign name" name="name" maxLength={100} autoComplete="off" required />
      <SelectField label="First template" name="templateId" options={templates} />
      <TextField label="Notes" name="notes" maxLength={2000} rows={2} />
    </FormFields>
  )
}

export function ProspectFieldSet(answer: FormAnswer) {
  return (
    <FormFields {...answer}>
      <div className="grid grid-cols-1 gap-x-5 gap-y-4 sm:grid-cols-2">
        <TextField
          label="Site"
          name="site"
          maxLength={2000}
          autoComplete="off"
          spellCheck={false}
          required
        />
        <TextField
          label="Page"
          name="page"
          type="url"
          maxLength={2000}
          autoComplete="off"
          spellCheck={false}
          hint="The page of theirs that could link to you."
        />
        <TextField label="Contact’s name" name="contactName" maxLength={100} autoComplete="off" />
        <TextField
          label="Contact’s email"
          name="contactEmail"
          type="email"
          maxLength={254}
          autoComplete="off"
        />
        <SelectField label="Template" name="templateId" options={templates} />
      </div>
      <TextField label="Notes" name="notes" maxLength={2000} rows={2} />
    </FormFields>
  )
}
