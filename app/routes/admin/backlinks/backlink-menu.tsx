import { ExternalLink, Pencil, Radar, Trash2 } from 'lucide-react'
import type { Backlink } from '#app/models/backlink.server.ts'
import { DropButton, DropLine, DropLink, DropMenu } from '#app/ui/admin/drop-menu.tsx'

/** What can be done with one backlink; `back` is the view of the list to return to. */
export function BacklinkMenu({ backlink, back }: { backlink: Backlink; back: string }) {
  const { id, domain, url } = backlink
  return (
    <DropMenu label={`Actions for ${domain}`}>
      <DropLink href={`/admin/backlinks/${id}`} icon={Pencil}>
        Details and edit
      </DropLink>
      <DropLink href={url} icon={ExternalLink}>
        Open the page
      </DropLink>
      <form method="post" action="/admin/backlinks">
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="back" value={back} />
        <DropButton name="do" value="check" icon={Radar}>
          Check now
        </DropButton>
      </form>
      <DropLine />
      <DropLink
        href={`/admin/backlinks/delete?${new URLSearchParams({ id: String(id), back })}`}
        icon={Trash2}
        danger
      >
        Delete
      </DropLink>
    </DropMenu>
  )
}
