import { Ban, CircleCheck, CirclePause, LogOut, Mail, Pencil, Trash2, Undo2 } from 'lucide-react'
import { href } from 'react-router'
import type { User } from '#app/accounts/user.server.ts'
import { DropButton, DropLine, DropLink, DropMenu, DropNote } from '#app/ui/admin/drop-menu.tsx'
import { StayForm } from '#app/ui/admin/forms/stay-form.tsx'
import { useAuth } from '#app/ui/admin/frame/auth.tsx'
import { mailHref } from './mail-href.ts'

/** Menu of actions for one user; `back` is the list's view to return to. */
export function UserMenu({ user, back, mail }: { user: User; back: string; mail: boolean }) {
  const { user: operator } = useAuth()
  const { id, name, status } = user
  const deletion = new URLSearchParams({ id, back })
  return (
    <DropMenu label={`Actions for ${name}`}>
      <DropLink href={href('/admin/users/:id', { id })} icon={Pencil}>
        Edit User
      </DropLink>
      <DropLink href={mailHref(user, mail)} icon={Mail}>
        Send Email
      </DropLink>
      <DropLine />
      <StayForm name={`user ${id}`} action={href('/admin/users')}>
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="back" value={back} />
        {id !== operator.id &&
          statusChanges(status).map(({ intent, label, Icon }) => (
            <DropButton key={intent} intent={intent} icon={Icon}>
              {label}
            </DropButton>
          ))}
        <DropButton intent="sign_out" icon={LogOut}>
          Sign out everywhere
        </DropButton>
      </StayForm>
      <DropLine />
      {id === operator.id ? (
        <DropNote>This is you: only another admin can ban or delete you.</DropNote>
      ) : (
        <DropLink href={`${href('/admin/users/delete')}?${deletion}`} icon={Trash2} danger>
          Delete User
        </DropLink>
      )}
    </DropMenu>
  )
}

export const statusChanges = (status: User['status']) => [
  status === 'active'
    ? { intent: 'deactivate', label: 'Deactivate', Icon: CirclePause }
    : { intent: 'activate', label: 'Activate', Icon: CircleCheck },
  status === 'banned'
    ? { intent: 'unban', label: 'Unban', Icon: Undo2 }
    : { intent: 'ban', label: 'Ban', Icon: Ban },
]
