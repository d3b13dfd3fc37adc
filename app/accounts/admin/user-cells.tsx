import { href, Link } from 'react-router'
import type { User } from '#app/accounts/user.server.ts'
import { Badge } from '#app/ui/admin/badge.tsx'
import { PasswordAgain } from '#app/ui/admin/forms/password-again.tsx'
import { useStayForm } from '#app/ui/admin/forms/stay-form.tsx'
import { useAuth } from '#app/ui/admin/frame/auth.tsx'
import { RowLink } from '#app/ui/admin/lists/data-table.tsx'
import { useSentStatus } from '#app/ui/admin/lists/sent-rows.ts'
import { StatusBadge } from '#app/ui/admin/status-badge.tsx'
import { SelectField, TextField } from '#app/ui/form-fields.tsx'
import { useRuns } from '#app/ui/site/use-runs.ts'
import type { UserRole } from '#db/schema.ts'
import { EditCell } from './edit-cell.tsx'
import { roleTexts, statusTexts } from './user-texts.ts'

/**
 * Cells of the users' list that are edited in place. Each shows a pending change at once. Operators
 * can't change their own role and status.
 */

const path = href('/admin/users')
const statuses = ['active', 'inactive', 'banned'] as const
const statusAfter = {
  activate: 'active',
  unban: 'active',
  deactivate: 'inactive',
  ban: 'banned',
} as const

export function NameCell({ user: { id, name, hasPassword } }: { user: User }) {
  const { user } = useAuth()
  const form = `user ${id} name`
  const { formData } = useStayForm(form)
  const shown = sentText(formData, 'name') ?? name
  return (
    <EditCell
      name={form}
      action={path}
      id={id}
      label={`Rename ${name}`}
      value={
        <span className="inline-flex min-w-0 max-w-full flex-wrap items-center gap-x-1.5 lines:flex-nowrap">
          <RowLink to={href('/admin/users/:id', { id })}>{shown}</RowLink>
          {id === user.id && <Badge>You</Badge>}
          {!hasPassword && <Badge>Invited</Badge>}
        </span>
      }
      values={{ name }}
      fields={() => (
        <>
          <input type="hidden" name="intent" value="rename" />
          <TextField label="Name" name="name" maxLength={100} autoComplete="off" />
        </>
      )}
    />
  )
}

export function RoleCell({ user: { id, name, role } }: { user: User }) {
  const { user } = useAuth()
  const form = `user ${id} role`
  const { formData } = useStayForm(form)
  const sent = sentText(formData, 'role')
  return (
    <EditCell
      name={form}
      action={path}
      id={id}
      about={`role of ${name}`}
      value={<Plain id={id}>{roleTexts[isRole(sent) ? sent : role]}</Plain>}
      values={{ role }}
      canEdit={id !== user.id}
      fields={(chosen) => (
        <>
          <input type="hidden" name="intent" value="set_role" />
          <SelectField label="Role" name="role" options={roleOptions} />
          {chosen.role !== role && <PasswordAgain hint="Needed to change the role." />}
        </>
      )}
    />
  )
}

export function StatusCell({ user: { id, name, status } }: { user: User }) {
  const { user } = useAuth()
  const sent = useSentStatus(path, id, statuses, statusAfter)
  const change = intentOf[status]
  return (
    <EditCell
      name={`user ${id} status`}
      action={path}
      id={id}
      about={`status of ${name}`}
      value={<StatusBadge {...statusTexts[sent ?? status]} />}
      values={{ intent: change }}
      canEdit={id !== user.id}
      fields={() => <SelectField label="Status" name="intent" options={statusOptions} />}
    />
  )
}

/** A button where JavaScript runs, else a link to the user's page. */
function Plain({ id, children }: { id: string; children: string }) {
  const { user } = useAuth()
  const runs = useRuns()
  return (
    <span className="whitespace-nowrap">
      {runs || id === user.id ? (
        children
      ) : (
        <Link to={href('/admin/users/:id', { id })}>{children}</Link>
      )}
    </span>
  )
}

const roleOptions = (['user', 'admin'] as const).map((value) => ({
  value,
  label: roleTexts[value],
}))

const intentOf = { active: 'activate', inactive: 'deactivate', banned: 'ban' } as const
const statusOptions = statuses.map((status) => ({
  value: intentOf[status],
  label: statusTexts[status].label,
}))

const isRole = (text: string | null): text is UserRole => text === 'admin' || text === 'user'

function sentText(sent: FormData | undefined, name: string): string | null {
  const text = sent?.get(name)
  return typeof text === 'string' ? text : null
}
