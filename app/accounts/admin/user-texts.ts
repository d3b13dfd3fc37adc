import type { UserRefusal } from '#app/accounts/user-change.server.ts'
import type { Tone } from '#app/ui/admin/status-badge.tsx'
import type { UserRole, UserStatus } from '#db/schema.ts'

export const statusTexts: Record<UserStatus, { label: string; tone: Tone }> = {
  active: { label: 'Active', tone: 'good' },
  inactive: { label: 'Inactive', tone: 'quiet' },
  banned: { label: 'Banned', tone: 'bad' },
}

export const roleTexts: Record<UserRole, string> = { admin: 'Admin', user: 'User' }

/** Returns why a user was not changed, as the rest of a sentence that begins with the name. */
export function refusalText(problem: UserRefusal): string {
  switch (problem) {
    case 'self':
      return 'is your own account: another admin has to do that'
    case 'last_admin':
      return 'is the last active admin: no one could run the site'
    case 'email_taken':
      return 'can’t have this email address: another account has it'
    case 'not_found':
      return 'no longer exists'
  }
}

/** Joins names, the first three in full: `Ada, Ben, Cleo and 4 more`. */
export function namesText(names: string[]): string {
  const shown = names.slice(0, 3)
  const more = names.length - shown.length
  return new Intl.ListFormat('en-GB').format(more > 0 ? [...shown, `${more} more`] : shown)
}
