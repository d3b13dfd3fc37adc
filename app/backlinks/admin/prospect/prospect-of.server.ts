import { RowId } from '#app/backlinks/admin/links/backlink-form.server.ts'
import { findProspect, type Prospect } from '#app/backlinks/prospect.server.ts'
import { notFound } from '#app/http/refusals.ts'

/** Returns the prospect of an address; throws a 404 if there is none. */
export async function prospectOf(id: string): Promise<Prospect> {
  const parsed = RowId.safeParse(id)
  const prospect = parsed.success ? await findProspect(parsed.data) : null
  if (prospect === null) throw notFound()
  return prospect
}
