import { notFound } from '#app/http/refusals.ts'
import { listNames } from '#app/lists/own-list.ts'
import type { Route } from './+types/own-list'
import { changeList } from './change-list.server.ts'

/** Takes what an operator changes about their own view of a list: its display and saved views. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const list = listNames.find((name) => name === params.list)
  if (list === undefined) throw notFound()
  const form = await request.formData()
  return changeList(form, { list, path: '/admin', form, context })
}

export function loader() {
  throw notFound()
}
