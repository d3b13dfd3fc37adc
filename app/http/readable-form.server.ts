import type { MiddlewareFunction } from 'react-router'
import { isApiAddress } from './api-address.ts'
import { largeFormBytes } from './large-forms.ts'
import { countRefusedForm } from './refused-forms.server.ts'
import { requestContext } from './request-context.server.ts'

/**
 * Parses a form once for all later readers, since parsing is the most expensive part of many
 * requests. Refuses a form whose body doesn't match its type, since no route can read it.
 */
export const readableForm: MiddlewareFunction<Response> = async (
  { request, url, context },
  next,
) => {
  // The API's routes read JSON.
  const isOther = isApiAddress(url.pathname) || largeFormBytes(request) !== null
  if (request.method !== 'POST' || isOther) return next()
  const form = await request.formData().catch(() => null)
  if (form === null) {
    countRefusedForm(context.get(requestContext).clientAddress)
    throw new Response('The form cannot be read\n', { status: 400 })
  }
  request.formData = async () => form
  return next()
}
