import type { MiddlewareFunction } from 'react-router'
import { refuseWhileDamaged } from '#app/observe/database-damage.server.ts'

/** Where an operator signs in and out, and puts a backup into service. */
const mending = /^\/admin\/(login|two-factor|logout|settings\/database(\/.*)?)$/

/** While the database is damaged no form is taken (503), but for those that mend it. */
export const damaged: MiddlewareFunction<Response> = async ({ request, url }, next) => {
  if (request.method === 'POST' && !mending.test(url.pathname)) refuseWhileDamaged()
  return next()
}
