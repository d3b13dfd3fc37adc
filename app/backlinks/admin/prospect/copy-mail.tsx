import { CopyButton } from '#app/ui/admin/copy-button.tsx'

/** For those who send the email by their own mail program. */
export function CopyMail() {
  return (
    <>
      <CopyButton source="mail-message" label="Copy Email" quiet />
      <CopyButton source="mail-subject" label="Copy subject" quiet />
    </>
  )
}
