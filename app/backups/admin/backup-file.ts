import { createReadStream } from 'node:fs'
import { actorOf, adminContext } from '#app/accounts/middleware/require-admin.server.ts'
import { backupPath, findBackup, recordDownload } from '#app/backups/backup.server.ts'
import { contentDisposition } from '#app/http/content-disposition.ts'
import { notFound } from '#app/http/refusals.ts'
import { streamedResponse } from '#app/http/streamed-response.server.ts'
import { checkLink } from '#app/secrets/signed-link.server.ts'
import type { Route } from './+types/backup-file'

/** Sends a backup's file. The link works only in the session that just confirmed the password. */
export async function loader({ request, params, url, context }: Route.LoaderArgs) {
  const session = context.get(adminContext).idHash
  const backup = await findBackup(params.name)
  const proven = checkLink('backup', params.name, session, url.searchParams) === 'valid'
  if (backup === null || !proven) throw notFound()
  const headers = {
    'Content-Type': 'application/vnd.sqlite3',
    'Content-Length': String(backup.bytes),
    'Content-Disposition': contentDisposition(backup.name, 'attachment'),
    'Cache-Control': 'no-store',
    'Content-Security-Policy': 'sandbox',
  }
  if (request.method === 'HEAD') return new Response(null, { headers })
  await recordDownload(backup, actorOf(context))
  const body = createReadStream(backupPath(backup))
  return streamedResponse(context, { body, onEnd: () => {} }, { status: 200, headers })
}
