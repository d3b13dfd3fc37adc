import { data } from 'react-router'
import { MissingPage } from './problem-page.tsx'

export function loader() {
  return data(null, { status: 404 })
}

export default function AdminNotFound() {
  return <MissingPage />
}
