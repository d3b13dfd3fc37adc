import { UserEmail, UserFields, UserName } from '#app/accounts/user.server.ts'

/** A user's form as it was filled in. */
export type UserFormValues = { name: string; email: string; role: 'admin' | 'user' }

/** What is wrong with each field. */
export type UserFormProblems = { name?: string; email?: string; ownPassword?: string }

/** Reads name, e-mail and role, and nothing else; `fields` is null when one of them cannot be taken. */
export function readUserForm(form: FormData): {
  values: UserFormValues
  fields: UserFields | null
  problems: UserFormProblems
} {
  const text = (name: string) => String(form.get(name) ?? '').slice(0, 300)
  const values: UserFormValues = {
    name: text('name'),
    email: text('email'),
    role: form.get('role') === 'admin' ? 'admin' : 'user',
  }
  const problems: UserFormProblems = {}
  if (!UserName.safeParse(values.name).success) {
    problems.name = 'Enter a name of at most 100 characters.'
  }
  if (!UserEmail.safeParse(values.email).success) {
    problems.email = 'Enter an email address, such as name@example.com.'
  }
  return { values, fields: UserFields.safeParse(values).data ?? null, problems }
}
