import { data } from 'react-router'
import { NotFoundMessage } from '#app/ui/site/messages/not-found-page.tsx'

export function loader() {
  return data(null, { status: 404 })
}

export default function NotFound() {
  return <NotFoundMessage />
}
