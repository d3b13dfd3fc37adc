import { countUsableAdmins, createUser } from './user.server.ts'

/** An address that no mail can ever reach. */
export const developmentEmail = 'admin@cleanclip.test'

/** What the sign-in form is filled with while developing; in production there is no such account. */
export const developmentCredentials = { email: developmentEmail, password: 'Clip-scissors-42' }

/** Makes the development admin where there is no admin yet. Only ever called by the dev server. */
export async function prepareDevelopmentAdmin(): Promise<void> {
  if ((await countUsableAdmins()) > 0) return
  await createUser(
    { name: 'Development admin', role: 'admin', ...developmentCredentials },
    { id: null, label: 'development server', requestId: null },
  )
}
