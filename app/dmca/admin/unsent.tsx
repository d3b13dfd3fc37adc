import { TextField } from '#app/ui/form-fields.tsx'

/** A note that was not sent since someone else was first: its words may be needed again. */
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
