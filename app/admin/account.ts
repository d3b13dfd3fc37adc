import { redirect } from 'react-router'

/** The former address of the operator's own account. */
export function loader() {
  return redirect('/admin/settings/account', 301)
}
