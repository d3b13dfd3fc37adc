import { ExternalLink, Pencil, Radar, Trash2 } from 'lucide-react'
import type { Backlink } from '#app/backlinks/backlink.server.ts'
import { DropButton, DropLine, DropLink, DropMenu } from '#app/ui/admin/drop-menu.tsx'
import { StayForm } from '#app/ui/admin/forms/stay-form.tsx'
import { backlinkHref, backlinksPath, deleteBacklinkHref } from './backlink-hrefs.ts'

/** What can be done with one backlink; `back` is the view of the list to return to. */
export function BacklinkMenu({ backlink, back }: { backlink: Backlink; back: string }) {
  const { id, domain, url } = backlink
  return (
    <DropMenu label={`Actions for ${domain}`}>
      <DropLink href={backlinkHref(id)} icon={Pencil}>
        Details and edit
      </DropLink>
      <DropLink href={url} icon={ExternalLink}>
        Open the page
      </DropLink>
      <StayForm name={`backlink ${id}`} action={backlinksPath}>
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="back" value={back} />
        <DropButton name="intent" value="check" icon={Radar}>
          Check now
        </DropButton>
      </StayForm>
      <DropLine />
      <DropLink href={deleteBacklinkHref(id, back)} icon={Trash2} danger>
        Delete
      </DropLink>
    </DropMenu>
  )
}
