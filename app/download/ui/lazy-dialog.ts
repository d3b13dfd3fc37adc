/**
 * Loads the dialog, which most visitors need only once they press Download Now. Not by `lazy`, whose
 * content React holds back for a while. Rejects in a browser without dialogs, and offline.
 */
export async function loadDialog() {
  if (!('showModal' in HTMLDialogElement.prototype)) throw new Error('no dialogs')
  return (await import('./later/download-dialog.tsx')).DownloadDialog
}

export type DialogComponent = Awaited<ReturnType<typeof loadDialog>>
