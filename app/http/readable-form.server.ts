import type { MiddlewareFunction } from 'react-router'

/** Any body can be read as these types. */
const alwaysReadable = /^application\/x-www-form-urlencoded(;\s*charset=utf-8)?$/i

/** Refuses a form whose body doesn't match its type, since no route can read it. */
export const readableForm: MiddlewareFunction<Response> = async ({ request }, next) => {
  const type = request.headers.get('content-type')
  if (request.method === 'POST' && type !== null && !alwaysReadable.test(type)) {
    try {
      await request.clone().formData()
    } catch {
      throw new Response('The form cannot be read\n', { status: 400 })
    }
  }
  return next()
}
