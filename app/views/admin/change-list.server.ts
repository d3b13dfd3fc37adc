import type { RouterContextProvider } from 'react-router'
import { z } from 'zod'
import { actorOf, adminContext } from '#app/accounts/middleware/require-admin.server.ts'
import { sessionContext } from '#app/accounts/middleware/session.server.ts'
import { type AuditEntry, recordAudit } from '#app/audit/audit.server.ts'
import { backOrStay, undoForm } from '#app/http/back-or-stay.server.ts'
import type { Undo } from '#app/http/flash.server.ts'
import { intents, withFields } from '#app/http/intents.server.ts'
import { badRequest } from '#app/http/refusals.ts'
import {
  deleteView,
  renameView,
  saveView,
  setListDisplay,
  ViewFields,
  ViewName,
} from '#app/views/own-list.server.ts'
import { displayOf, type ListName, longestViewName } from '#app/views/own-list.ts'
import { transact } from '#db/engine.ts'

type Sent = {
  list: ListName
  form: FormData
  context: Readonly<RouterContextProvider>
}

export const changeList = intents({
  async display(form: FormData, sent: Sent) {
    if (!(await setListDisplay(ownerOf(sent), displayOf(form)))) throw badRequest()
    return backOrStay(form, '/admin', null)
  },
  async save(form: FormData, sent: Sent) {
    const fields = ViewFields.safeParse(Object.fromEntries(form))
    if (!fields.success) return refused(sent, unnamed)
    const { name } = fields.data
    const saved = await transact(async (trx) => {
      const result = await saveView(ownerOf(sent), fields.data, trx)
      const after = { list: sent.list, ...fields.data }
      if (result !== 'full') await record(sent, 'view.saved', { after }, trx)
      return result
    })
    if (saved === 'full') return refused(sent, 'A list can have 20 views. Delete one first.')
    if (saved.replaced === null) return done(sent, `The view “${name}” is saved.`)
    return done(sent, `The view “${name}” is replaced.`, [
      ['intent', 'save'],
      ['name', name],
      ['query', saved.replaced],
    ])
  },
  async rename(form: FormData, sent: Sent) {
    const from = String(form.get('view'))
    const name = ViewName.safeParse(form.get('name'))
    if (!name.success) return refused(sent, unnamed)
    const to = name.data
    if (to === from) return backOrStay(form, '/admin', null)
    const isRenamed = await transact(async (trx) => {
      const result = await renameView(ownerOf(sent), { from, to }, trx)
      const [before, after] = [{ name: from }, { list: sent.list, name: to }]
      if (result) await record(sent, 'view.renamed', { before, after }, trx)
      return result
    })
    if (!isRenamed) return refused(sent, `The view can’t be renamed: “${to}” is in use.`)
    return done(sent, `The view is now called “${to}”.`, [
      ['intent', 'rename'],
      ['view', to],
      ['name', from],
    ])
  },
  delete: withFields(z.object({ view: z.string() }), async ({ view: name }, sent: Sent) => {
    const query = await transact(async (trx) => {
      const was = await deleteView(ownerOf(sent), name, trx)
      const before = { list: sent.list, name, query: was }
      if (was !== null) await record(sent, 'view.deleted', { before }, trx)
      return was
    })
    if (query === null) return refused(sent, 'That view was already deleted.')
    return done(sent, `The view “${name}” is deleted.`, [
      ['intent', 'save'],
      ['name', name],
      ['query', query],
    ])
  }),
})

const unnamed = `Enter a name of 1 to ${longestViewName} characters.`

const ownerOf = ({ context, list }: Sent) => ({ userId: context.get(adminContext).user.id, list })

function record(
  { context }: Sent,
  action: 'view.saved' | 'view.renamed' | 'view.deleted',
  sides: Pick<AuditEntry, 'before' | 'after'>,
  trx: Parameters<typeof recordAudit>[1],
) {
  return recordAudit({ actor: actorOf(context), action, ...sides }, trx)
}

async function done({ context, form, list }: Sent, text: string, undo?: Undo['fields']) {
  const action = `/admin/lists/${list}`
  const taken = undo === undefined ? undefined : undoForm(form, action, undo)
  await context.get(sessionContext).flash('success', text, taken)
  return backOrStay(form, '/admin', null)
}

async function refused({ context, form }: Sent, text: string) {
  await context.get(sessionContext).flash('error', text)
  return backOrStay(form, '/admin', null)
}
