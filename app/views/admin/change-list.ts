import { notFound } from '#app/http/refusals.ts'
import { listNames } from '#app/views/own-list.ts'
import type { Route } from './+types/change-list'
import { changeList } from './change-list.server.ts'

export async function action({ request, params, context }: Route.ActionArgs) {
  const list = listNames.find((name) => name === params.list)
  if (list === undefined) throw notFound()
  const form = await request.formData()
  return changeList(form, { list, form, context })
}

export { clientAction } from '#app/ui/admin/forms/client-action.ts'

export function loader() {
  throw notFound()
}
