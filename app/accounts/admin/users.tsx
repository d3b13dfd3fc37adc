import { Plus } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { href, Link, redirect } from 'react-router'
import { adminContext } from '#app/accounts/middleware/require-admin.server.ts'
import type { User } from '#app/accounts/user.server.ts'
import { countUsers } from '#app/accounts/user.server.ts'
import { listUsers, parseUserQuery } from '#app/accounts/user-list.server.ts'
import { figure } from '#app/i18n/figure-text.ts'
import { listAddress, redirectTo, viewHref } from '#app/lists/list-address.ts'
import { mailIsSetUp } from '#app/mail/outbox.server.ts'
import { button } from '#app/ui/admin/button.ts'
import { DateTime } from '#app/ui/admin/date-time.tsx'
import { EmailText } from '#app/ui/admin/email-text.tsx'
import { PageHead } from '#app/ui/admin/frame/page-head.tsx'
import { type Column, DataTable } from '#app/ui/admin/lists/data-table.tsx'
import { EmptyState } from '#app/ui/admin/lists/empty-state.tsx'
import { ExportLink, ListFrame } from '#app/ui/admin/lists/list-frame.tsx'
import type { LiveHandle } from '#app/ui/admin/live/use-live.ts'
import { Pictured, underPicture } from '#app/ui/admin/pictured.tsx'
import { ownList } from '#app/views/own-list.server.ts'
import { rowsPerPage } from '#app/views/own-list.ts'
import type { Route } from './+types/users'
import { changeUsers } from './change-users.server.ts'
import { NameCell, RoleCell, StatusCell } from './user-cells.tsx'
import { roleTexts, statusTexts } from './user-texts.ts'

const UserMenu = lazy(async () => ({ default: (await import('./user-menu.tsx')).UserMenu }))

export const handle: LiveHandle = { live: ['bulk'] }

const path = href('/admin/users')
const statuses = ['active', 'inactive', 'banned'] as const
const roles = ['admin', 'user'] as const

export async function loader({ url, context }: Route.LoaderArgs) {
  const query = parseUserQuery(url.searchParams)
  const list = listAddress(path, query, 'joined')
  const [own, counts] = await Promise.all([
    ownList(context.get(adminContext).user.id, 'users'),
    countUsers(query.facets?.role),
  ])
  const page = await listUsers({ ...query, pageSize: rowsPerPage(own) }, counts)
  const other = redirectTo(list, page.users.length)
  if (other !== null) throw redirect(other)
  return {
    query,
    list,
    own,
    page,
    counts,
    mail: mailIsSetUp(),
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  return changeUsers(await request.formData(), { context })
}

export { clientAction } from '#app/ui/admin/forms/client-action.ts'

const columns: Column<User>[] = [
  {
    key: 'name',
    label: 'Name',
    sort: 'asc',
    cell: (user) => (
      <Pictured picture={<Initials name={user.name} />}>
        <NameCell user={user} />
      </Pictured>
    ),
  },
  {
    key: 'email',
    label: 'Email',
    sort: 'asc',
    look: 'wide',
    phone: 'under',
    // Small, so that most fit beside a name.
    cell: ({ email }) => (
      <span className={`text-xs ${underPicture}`}>
        <EmailText email={email} />
      </span>
    ),
  },
  {
    key: 'role',
    label: 'Role',
    sort: 'asc',
    look: 'tight',
    roomy: true,
    cell: (user) => <RoleCell user={user} />,
  },
  {
    key: 'status',
    label: 'Status',
    sort: 'asc',
    look: 'tight',
    phone: 'end',
    cell: (user) => <StatusCell user={user} />,
  },
  {
    key: 'joined',
    label: 'Joined',
    sort: 'desc',
    look: 'tight',
    roomy: true,
    cell: ({ joinedAt }) => <DateTime at={joinedAt} />,
  },
  {
    key: 'lastActive',
    label: 'Last active',
    sort: 'desc',
    look: 'tight',
    cell: ({ lastActiveAt }) =>
      lastActiveAt === null ? (
        <span className="text-muted">Never</span>
      ) : (
        <DateTime at={lastActiveAt} as="ago" />
      ),
  },
  {
    key: 'downloads',
    label: 'Downloads',
    sort: 'desc',
    look: 'end',
    roomy: true,
    cell: ({ downloads }) => figure(downloads),
  },
]

export default function Users({ loaderData }: Route.ComponentProps) {
  const { query, list, own, page, counts, mail } = loaderData
  const { users } = page
  const back = viewHref(list)
  return (
    <>
      <PageHead title="Users" tabTitle={null}>
        <ExportLink list={list} />
        <Link className={button()} to={href('/admin/users/new')}>
          <Plus aria-hidden="true" size={17} />
          New user
        </Link>
      </PageHead>
      <ListFrame
        title="Users"
        row="user"
        list={list}
        own={own}
        page={page}
        shown={users.length}
        search={{ label: 'Search by name or email', value: query.search }}
        status={{ value: query.status, options: statuses, texts: statusTexts, counts }}
        choices={[
          {
            name: 'role',
            label: 'Role',
            value: query.facets?.role ?? 'all',
            options: [
              { value: 'all', label: 'All' },
              ...roles.map((role) => ({ value: role, label: roleTexts[role] })),
            ],
          },
        ]}
        columns={columns}
        order={{ by: query.sort, direction: query.direction, defaultBy: 'joined' }}
        empty={
          <EmptyState title="No users match" text="Try fewer letters, or remove a filter.">
            <Link className={button({ look: 'quiet' })} to={path}>
              Show all users
            </Link>
          </EmptyState>
        }
        bulk={{
          id: 'selected-users',
          rowIds: users.map(({ id }) => id),
          matching: 'users',
          action: path,
          actions: [
            { value: 'activate', label: 'Activate' },
            { value: 'deactivate', label: 'Deactivate' },
            { value: 'ban', label: 'Ban' },
            { value: 'sign_out', label: 'Sign out' },
            {
              value: 'delete',
              label: 'Delete…',
              danger: true,
              confirm: href('/admin/users/delete'),
            },
          ],
        }}
      >
        <DataTable
          caption="Users"
          list={list}
          sort={{ by: query.sort, direction: query.direction }}
          columns={columns}
          rows={users}
          rowId={({ id }) => id}
          rowName={({ name }) => name}
          menu={(user) => (
            <Suspense>
              <UserMenu user={user} back={back} mail={mail} />
            </Suspense>
          )}
        />
      </ListFrame>
    </>
  )
}

/** A person's initials, to find their row by. Not part of the page's text. */
function Initials({ name }: { name: string }) {
  return (
    <span
      className="grid size-8 place-items-center rounded-full bg-sunken font-bold text-muted text-xs before:content-[attr(data-initials)]"
      data-initials={initialsOf(name)}
      aria-hidden="true"
    />
  )
}

function initialsOf(name: string): string {
  const words = name.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’-]*/gu) ?? []
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words
  return ends.map((word) => [...(word ?? '')][0]?.toLocaleUpperCase('en')).join('')
}
