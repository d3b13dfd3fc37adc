import { Form, useFetcher } from 'react-router'

/** The state of the `StayForm`s of this name: what they send, and what came of it. */
export function useStayForm<Answer = unknown>(name: string) {
  return useFetcher<Answer>({ key: name })
}

/**
 * A form whose page stays as it is: scroll, focus and ticks. Without a script it is a plain form
 * that leads to its field `back`; sent without that field, its action answers instead of redirecting.
 */
export function StayForm({
  name,
  onSubmit,
  ...form
}: Omit<React.ComponentProps<typeof Form>, 'method' | 'action' | 'name' | 'onSubmit'> & {
  /** Forms of one name share what they send: a later one takes the place of an earlier one. */
  name: string
  action: string
  onSubmit?: (form: HTMLFormElement) => void
}) {
  const { submit } = useStayForm(name)
  return (
    <Form
      {...form}
      method="post"
      onSubmit={(event) => {
        event.preventDefault()
        const { currentTarget, nativeEvent } = event
        const submitter = nativeEvent instanceof SubmitEvent ? nativeEvent.submitter : null
        const fields = new FormData(currentTarget, submitter)
        fields.delete('back')
        void submit(fields, { method: 'post', action: form.action })
        onSubmit?.(currentTarget)
      }}
    />
  )
}
