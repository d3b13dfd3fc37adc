import { Ban, CircleCheck, CirclePause, LogOut, Mail, Pencil, Trash2, Undo2 } from 'lucide-react'
import { href } from 'react-router'
import type { User } from '#app/accounts/user.server.ts'
import { DropButton, DropLine, DropLink, DropMenu, DropNote } from '#app/ui/admin/drop-menu.tsx'
import { StayForm } from '#app/ui/admin/forms/stay-form.tsx'
import { useAdmin } from '#app/ui/admin/frame/use-admin.ts'
import { mailHref } from './mail-href.ts'

/** What can be done with one user; `back` is the view of the list to return to. */
export function UserMenu({ user, back, mail }: { user: User; back: string; mail: boolean }) {
  const { user: operator } = useAdmin()
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
        {id !== operator.id && <StatusButtons status={status} />}
        <DropButton name="intent" value="sign_out" icon={LogOut}>
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

function StatusButtons({ status }: { status: User['status'] }) {
  return (
    <>
      {status === 'active' ? (
        <DropButton name="intent" value="deactivate" icon={CirclePause}>
          Deactivate
        </DropButton>
      ) : (
        <DropButton name="intent" value="activate" icon={CircleCheck}>
          Activate
        </DropButton>
      )}
      {status === 'banned' ? (
        <DropButton name="intent" value="unban" icon={Undo2}>
          Unban
        </DropButton>
      ) : (
        <DropButton name="intent" value="ban" icon={Ban}>
          Ban
        </DropButton>
      )}
    </>
  )
}
