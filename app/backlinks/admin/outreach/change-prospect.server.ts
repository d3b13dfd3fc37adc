import { z } from 'zod'
import type { Actor } from '#app/audit/audit.server.ts'
import { readBacklinkForm } from '#app/backlinks/admin/links/backlink-form.server.ts'
import { stateTexts } from '#app/backlinks/admin/links/backlink-texts.ts'
import type { BacklinkProblems, TypedBacklink } from '#app/backlinks/fields.server.ts'
import { type Prospect, updateProspect } from '#app/backlinks/prospect.server.ts'
import { moveProspect, winProspect } from '#app/backlinks/prospect-steps.server.ts'
import {
  DayField,
  type Problems,
  type ProspectName,
  readProspectForm,
  type Values,
} from './outreach-forms.server.ts'
import { prospectProblem } from './prospect-problem.ts'

/** What a form of a prospect's page led to. */
export type ProspectOutcome =
  | { kind: 'done'; ok: boolean; text: string }
  | {
      kind: 'refused'
      form: 'save'
      values: Values<ProspectName>
      problems: Problems<ProspectName>
    }
  | { kind: 'refused'; form: 'won'; values: TypedBacklink; problems: BacklinkProblems }

const State = z.enum(['prospect', 'contacted', 'followed_up', 'replied', 'lost'])

export async function changeProspect(
  prospect: Prospect,
  form: FormData,
  actor: Actor,
): Promise<ProspectOutcome> {
  switch (form.get('do')) {
    case 'save':
      return save(prospect, form, actor)
    case 'won':
      return win(prospect, form, actor)
    default:
      return move(prospect, form, actor)
  }
}

async function save(prospect: Prospect, form: FormData, actor: Actor): Promise<ProspectOutcome> {
  const { values, fields, problems } = readProspectForm(form)
  const refuse = (more: typeof problems): ProspectOutcome => ({
    kind: 'refused',
    form: 'save',
    values,
    problems: { ...problems, ...more },
  })
  if (fields === null) return refuse({})
  const result = await updateProspect(prospect.id, fields, actor)
  if (!result.ok) return refuse({ site: prospectProblem(result) })
  return { kind: 'done', ok: true, text: `${fields.site} is saved.` }
}

/** The state's button says which; `plan` keeps the state and changes the day alone. */
async function move(prospect: Prospect, form: FormData, actor: Actor): Promise<ProspectOutcome> {
  const wanted = form.get('do') === 'plan' ? prospect.state : form.get('do')
  const state = State.safeParse(wanted)
  if (!state.success) return { kind: 'done', ok: false, text: 'That could not be done: try again.' }
  const typed = String(form.get('nextAction') ?? '').trim()
  const nextActionAt = DayField.parse(typed)
  if (nextActionAt === null && (typed !== '' || form.get('do') === 'plan')) {
    const text = 'Nothing was changed: enter the day of the next action, such as 2026-05-03.'
    return { kind: 'done', ok: false, text }
  }
  const result = await moveProspect(prospect.id, { state: state.data, nextActionAt }, actor)
  if (!result.ok) return { kind: 'done', ok: false, text: prospectProblem(result) }
  const text = `${prospect.site}: ${stateTexts[state.data].label.toLowerCase()}.`
  return { kind: 'done', ok: true, text }
}

async function win(prospect: Prospect, form: FormData, actor: Actor): Promise<ProspectOutcome> {
  const { values, fields, problems } = readBacklinkForm(form)
  if (fields === null) return { kind: 'refused', form: 'won', values, problems }
  const result = await winProspect(prospect.id, fields, actor)
  if (!result.ok) return { kind: 'done', ok: false, text: prospectProblem(result) }
  return { kind: 'done', ok: true, text: `Won. The page is in the list and is being checked.` }
}
