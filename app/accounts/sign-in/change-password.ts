import { href, redirect } from 'react-router'

/** Password managers open this address to have a password changed (W3C, change-password-url). */
export function loader() {
  return redirect(`${href('/admin/settings/account')}#password-title`)
}
