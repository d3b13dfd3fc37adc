import { outreachTemplates } from '#app/backlinks/outreach-templates.ts'
import { TextArea, TextField } from '#app/ui/admin/forms/field.tsx'
import { SelectField } from '#app/ui/admin/forms/select-field.tsx'
import type { CampaignName, Problems, ProspectName, Values } from './outreach-forms.server.ts'

const templates = outreachTemplates.map(({ id, name }) => ({ value: id, label: name }))
export const firstTemplate = outreachTemplates[0]?.id ?? ''

export function CampaignFieldSet({
  values,
  problems,
}: {
  values: Values<CampaignName>
  problems: Problems<CampaignName>
}) {
  return (
    <>
      <TextField
        label="Name of the campaign"
        name="name"
        defaultValue={values.name}
        maxLength={100}
        autoComplete="off"
        required
        problem={problems.name}
      />
      <SelectField
        label="Template to begin with"
        name="templateId"
        value={values.templateId}
        options={templates}
      />
      <TextArea
        label="Notes"
        name="notes"
        defaultValue={values.notes}
        maxLength={2000}
        rows={2}
        problem={problems.notes}
      />
    </>
  )
}

export function ProspectFieldSet({
  values,
  problems,
}: {
  values: Values<ProspectName>
  problems: Problems<ProspectName>
}) {
  return (
    <>
      <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2">
        <TextField
          label="Site"
          name="site"
          defaultValue={values.site}
          maxLength={2000}
          autoComplete="off"
          spellCheck={false}
          required
          problem={problems.site}
        />
        <TextField
          label="Contact’s name"
          name="contactName"
          defaultValue={values.contactName}
          maxLength={100}
          autoComplete="off"
          problem={problems.contactName}
        />
        <TextField
          label="Contact’s email"
          name="contactEmail"
          type="email"
          defaultValue={values.contactEmail}
          maxLength={254}
          autoComplete="off"
          problem={problems.contactEmail}
        />
        <SelectField
          label="Template"
          name="templateId"
          value={values.templateId}
          options={templates}
        />
      </div>
      <TextArea
        label="Notes"
        name="notes"
        defaultValue={values.notes}
        maxLength={2000}
        rows={2}
        problem={problems.notes}
      />
    </>
  )
}
