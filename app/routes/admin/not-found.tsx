import { data } from 'react-router'
import { MissingPage } from '#app/ui/admin/problem-page.tsx'

export function loader() {
  return data(null, { status: 404 })
}

export default function AdminNotFound() {
  return <MissingPage />
}
