import { z } from 'zod'
import { CampaignFields, OutreachNotes, TemplateId } from '#app/backlinks/campaign.server.ts'
import { ContactEmail, siteOf } from '#app/backlinks/fields.server.ts'
import type { ProspectFields } from '#app/backlinks/prospect.server.ts'
import { oneLine } from '#app/http/typed-text.ts'

/** The forms of outreach as they were filled in, and what is wrong with each field. */
export type Values<Name extends string> = Record<Name, string>
export type Problems<Name extends string> = Partial<Record<Name, string>>

export type CampaignName = 'name' | 'templateId' | 'notes'
export type ProspectName = 'site' | 'contactName' | 'contactEmail' | 'templateId' | 'notes'

function typed<Name extends string>(form: FormData, names: readonly Name[]): Values<Name> {
  const entries = names.map((name) => [name, String(form.get(name) ?? '').slice(0, 4000)])
  return Object.fromEntries(entries) as Values<Name>
}

export function readCampaignForm(form: FormData): {
  values: Values<CampaignName>
  fields: CampaignFields | null
  problems: Problems<CampaignName>
} {
  const values = typed(form, ['name', 'templateId', 'notes'])
  const parsed = CampaignFields.safeParse(values)
  if (parsed.success) return { values, fields: parsed.data, problems: {} }
  const wrong = new Set(parsed.error.issues.map(({ path }) => path[0]))
  return {
    values,
    fields: null,
    problems: {
      ...(wrong.has('name') && { name: 'Enter a name of at most 100 characters.' }),
      ...(wrong.has('templateId') && { templateId: 'Choose a template.' }),
      ...(wrong.has('notes') && { notes: 'At most 2,000 characters.' }),
    },
  }
}

export function readProspectForm(form: FormData): {
  values: Values<ProspectName>
  fields: ProspectFields | null
  problems: Problems<ProspectName>
} {
  const values = typed(form, ['site', 'contactName', 'contactEmail', 'templateId', 'notes'])
  const site = siteOf(values.site)
  const name = oneLine(100).safeParse(values.contactName)
  const email = ContactEmail.safeParse(values.contactEmail)
  const template = TemplateId.safeParse(values.templateId)
  const notes = OutreachNotes.safeParse(values.notes)
  const problems: Problems<ProspectName> = {
    ...(site === null && { site: 'Enter a site, such as example.com.' }),
    ...(!name.success && { contactName: 'At most 100 characters.' }),
    ...(!email.success && { contactEmail: 'Enter an email address, or nothing.' }),
    ...(!template.success && { templateId: 'Choose a template.' }),
    ...(!notes.success && { notes: 'At most 2,000 characters.' }),
  }
  const complete =
    site !== null && name.success && email.success && template.success && notes.success
  const fields = complete
    ? {
        site,
        contactName: name.data,
        contactEmail: email.data,
        templateId: template.data,
        notes: notes.data,
      }
    : null
  return { values, fields, problems }
}

/** A day from a date field as unix ms; null for none or nonsense. */
export const DayField = z.iso
  .date()
  .transform((day) => Date.parse(day))
  .nullable()
  .catch(null)
