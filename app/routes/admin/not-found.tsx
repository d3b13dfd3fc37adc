import { data } from 'react-router'
import { EmptyState } from '#app/ui/admin/empty-state.tsx'
import { PageHead } from '#app/ui/admin/page-head.tsx'

export function loader() {
  return data(null, { status: 404 })
}

export default function AdminNotFound() {
  return (
    <>
      <PageHead title="Page not found" />
      <EmptyState
        title="Nothing is here"
        text="The page you're looking for doesn't exist or has been moved."
      >
        <a className="button" href="/admin">
          To the dashboard
        </a>
      </EmptyState>
    </>
  )
}
