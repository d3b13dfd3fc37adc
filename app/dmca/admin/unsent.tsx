import { TextField } from '#app/ui/form-fields.tsx'

/** A note that wasn't sent because someone else acted first. Its text may be needed again. */
export function Unsent({ text }: { text: string }) {
  if (text === '') return null
  return (
    <TextField
      label="Your note (it wasn’t sent)"
      name="unsent"
      rows={4}
      defaultValue={text}
      readOnly
    />
  )
}
