import { z } from 'zod'
import { ContactEmail, siteOf } from '#app/backlinks/fields.server.ts'
import { templateNames } from '#app/backlinks/template-names.ts'
import { readForm } from '#app/http/form.server.ts'
import { oneLine, severalLines } from '#app/http/typed-text.ts'

const TemplateId = z.string().refine((id) => Object.hasOwn(templateNames, id))
const templateId = [TemplateId, 'Choose a template.'] as const
const notes = [severalLines(2000), 'Use at most 2,000 characters.'] as const

export function readCampaignForm(form: FormData) {
  return readForm(form, {
    name: [oneLine(100).pipe(z.string().min(1)), 'Enter a name of at most 100 characters.'],
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

/** A date field's day as unix ms; null if empty or invalid. */
export const DayField = z.iso
  .date()
  .transform((day) => Date.parse(day))
  .nullable()
  .catch(null)
