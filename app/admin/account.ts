import { redirect } from 'react-router'

/** Where the operator's own account used to be. */
export function loader() {
  return redirect('/admin/settings/account', 301)
}
