import { countUsableAdmins, createUser } from './user.server.ts'

/** No mail can reach this address. */
export const developmentEmail = 'admin@cleanclip.test'

/** Fills the sign-in form in development. Production has no such account. */
export const developmentCredentials = { email: developmentEmail, password: 'Clip-scissors-42' }

/** Creates the development admin if there is no admin. Only called by the dev server. */
export async function prepareDevelopmentAdmin(): Promise<void> {
  if ((await countUsableAdmins()) > 0) return
  await createUser(
    { name: 'Development admin', role: 'admin', ...developmentCredentials },
    { id: null, label: 'development server', requestId: null },
  )
}
