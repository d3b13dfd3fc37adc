import { lazy } from 'react'

/** Loads what most visitors need only once they press Download Now. */
const load = () => import('./later/download-dialog.tsx')

export const DownloadDialog = lazy(async () => ({ default: (await load()).DownloadDialog }))

/** Resolves once the dialog can be shown; rejects in a browser without dialogs, and offline. */
export async function loadDialog(): Promise<void> {
  if (!('showModal' in HTMLDialogElement.prototype)) throw new Error('no dialogs')
  await load()
}
