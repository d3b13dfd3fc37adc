import { z } from 'zod'
import { CampaignFields, OutreachNotes, TemplateId } from '#app/backlinks/campaign.server.ts'
import { ContactEmail, siteOf } from '#app/backlinks/fields.server.ts'
import { readForm } from '#app/http/form.server.ts'
import { oneLine } from '#app/http/typed-text.ts'

const templateId = [TemplateId, 'Choose a template.'] as const
const notes = [OutreachNotes, 'Use at most 2,000 characters.'] as const

export function readCampaignForm(form: FormData) {
  return readForm(form, {
    name: [CampaignFields.shape.name, 'Enter a name of at most 100 characters.'],
    templateId,
    notes,
  })
}

const Page = z
  .string()
  .trim()
  .max(2000)
  .refine((value) => value === '' || /^https?:\/\/\S+$/i.test(value))
  .refine((value) => value === '' || URL.canParse(value))

export function readProspectForm(form: FormData) {
  return readForm(form, {
    site: [z.string().transform(siteOf).pipe(z.string()), 'Enter a site, such as example.com.'],
    page: [Page, 'Enter the page’s full URL, such as https://…, or leave it blank.'],
    contactName: [oneLine(100), 'At most 100 characters.'],
    contactEmail: [ContactEmail, 'Enter an email address, or leave it blank.'],
    templateId,
    notes,
  })
}

/** A day from a date field as unix ms; null for none or nonsense. */
export const DayField = z.iso
  .date()
  .transform((day) => Date.parse(day))
  .nullable()
  .catch(null)
