import { link } from '#app/ui/link.ts'
import { note } from '#app/ui/note.ts'

/** Tells an operator on the public site that visitors do not see it. */
export default function MaintenanceNotice() {
  return (
    <p className={`${note} wrap my-3`} lang="en" role="status">
      Maintenance mode is on. You can see the site because you’re signed in. Visitors can’t.{' '}
      <a className={link} href="/admin/settings">
        Settings
      </a>
    </p>
  )
}
