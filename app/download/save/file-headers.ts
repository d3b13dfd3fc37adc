import { contentDisposition } from '#app/http/content-disposition.ts'
import type { LinkedFile } from './delivery.server.ts'
import type { Delivery } from './save-result.server.ts'

/** Returns the headers of a file that is sent to be saved, or to be opened. */
export function fileHeaders(
  delivery: Delivery,
  purpose: LinkedFile['purpose'],
): Record<string, string> {
  const disposition = purpose === 'view' ? 'inline' : 'attachment'
  return {
    ...delivery.headers,
    'Content-Type': delivery.contentType,
    'Content-Disposition': contentDisposition(delivery.fileName, disposition),
    'Content-Security-Policy': "default-src 'none'; media-src 'self'; img-src 'self'; sandbox",
    'Cache-Control': 'private, no-store',
    // Keeps nginx from buffering a file long before its visitor has it.
    'X-Accel-Buffering': 'no',
  }
}
