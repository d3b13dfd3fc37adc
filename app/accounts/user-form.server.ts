import { z } from 'zod'
import { type FieldProblems, type FieldValues, readForm } from '#app/http/form.server.ts'
import { UserEmail, UserName } from './user.server.ts'

export type UserFormValues = FieldValues<'name' | 'email' | 'role'>
export type UserFormProblems = FieldProblems<'name' | 'email' | 'role' | 'ownPassword'>

export const nameField = [UserName, 'Enter a name of at most 100 characters.'] as const
export const emailField = [UserEmail, 'Enter an email address, such as name@example.com.'] as const

export function readUserForm(form: FormData) {
  return readForm(form, {
    name: nameField,
    email: emailField,
    role: [z.enum(['admin', 'user']).catch('user'), ''],
  })
}
