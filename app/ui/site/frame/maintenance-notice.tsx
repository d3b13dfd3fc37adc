import { link } from '#app/ui/link.ts'
import { note } from '#app/ui/note.ts'

/** Reminds a signed-in operator that visitors can't see the site. */
export default function MaintenanceNotice() {
  return (
    <p className={`${note} wrap my-3`} lang="en">
      {'Maintenance mode is on. You can see the site because you’re signed in. Visitors can’t. '}
      <a className={link} href="/admin/settings">
        Settings
      </a>
    </p>
  )
}
