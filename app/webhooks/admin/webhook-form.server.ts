import { z } from 'zod'
import { textOf } from '#app/http/form.server.ts'
import { urlProblem } from '#app/webhooks/endpoint.server.ts'
import { webhookEventNames } from '#app/webhooks/events.ts'

const Events = z.array(z.enum(webhookEventNames)).min(1).max(webhookEventNames.length)

/** Reads the ticked events. Null if there are none. */
export function readEventTicks(form: FormData) {
  return Events.safeParse([...new Set(form.getAll('event'))]).data ?? null
}

/** Reads the form of a new endpoint, with a sentence for each field that has a problem. */
export function readEndpointForm(form: FormData) {
  const typed = textOf(form, 'url').trim()
  const events = readEventTicks(form)
  const problem = urlProblem(typed)
  const problems = {
    ...(problem !== null && { url: problem }),
    ...(events === null && { event: noEvent }),
  }
  const values = { url: typed, events: form.getAll('event').map(String) }
  const isWhole = problem === null && events !== null
  // One spelling of each address, so that it's added once.
  const fields = isWhole ? { url: new URL(typed).href, events } : null
  return { values, problems, fields }
}

export const noEvent = 'Choose at least one event.'
