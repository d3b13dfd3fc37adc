import { countUsers } from '#app/models/user.server.ts'
import { PageHead } from '#app/ui/admin/page-head.tsx'
import { StatCard } from '#app/ui/admin/stat-card.tsx'
import type { Route } from './+types/dashboard'

export async function loader() {
  return { users: await countUsers() }
}

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  const { users } = loaderData
  const figure = (count: number) => count.toLocaleString('en')
  return (
    <>
      <PageHead title="Dashboard" />
      <dl className="stat-cards">
        <StatCard label="Total users" value={figure(users.all)} href="/admin/users" />
        <StatCard label="Active users" value={figure(users.active)} />
        <StatCard label="Inactive users" value={figure(users.inactive)} />
        <StatCard label="Banned users" value={figure(users.banned)} />
      </dl>
    </>
  )
}
