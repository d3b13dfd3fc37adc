import type { MiddlewareFunction } from 'react-router'

/** The types that every body can be read as. */
const alwaysReadable = /^application\/x-www-form-urlencoded(;\s*charset=utf-8)?$/i

/** Refuses a form whose body is not what its type says: no route could read it. */
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
