import { contentDisposition } from '#app/http/content-disposition.ts'
import type { LinkedFile } from './delivery.server.ts'
import type { Delivery } from './save-result.server.ts'

/**
 * Players request the file of a page of its own once more, which an opaque origin can't do: the
 * sandbox keeps the origin, and still runs no scripts.
 */
const filePolicy = {
  'Content-Security-Policy': [
    "default-src 'none'",
    "media-src 'self'",
    "img-src 'self'",
    // Chromium fits pictures into their page by styles of its own.
    "style-src 'unsafe-inline'",
    'sandbox allow-same-origin',
  ].join('; '),
}

/** Headers of a file that can be opened as a page of its own, for visitors and operators. */
export const openedFileHeaders = {
  ...filePolicy,
  // In its own tab, a sandboxed document fails to load with any other value.
  'Cross-Origin-Opener-Policy': 'unsafe-none',
}

/** Returns the headers of a file that is sent to be saved, or to be opened. */
export function fileHeaders(
  delivery: Delivery,
  purpose: LinkedFile['purpose'],
): Record<string, string> {
  const disposition = purpose === 'view' ? 'inline' : 'attachment'
  return {
    ...delivery.headers,
    ...(purpose === 'view' ? openedFileHeaders : filePolicy),
    'Content-Type': delivery.contentType,
    'Content-Disposition': contentDisposition(delivery.fileName, disposition),
    'Cache-Control': 'private, no-store',
    // Keeps nginx from buffering a file long before its visitor has it.
    'X-Accel-Buffering': 'no',
  }
}
