import { Form, useFetcher } from 'react-router'

/** The state of the `StayForm`s of this name: what they send, and what came of it. */
export function useStayForm<Answer = unknown>(name: string) {
  return useFetcher<Answer>({ key: name })
}

/**
 * A form whose page stays as it is: scroll, focus and ticks. Without a script it is a plain form
 * that leads to its field `back`. With one, its field `stay` asks the action not to redirect.
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
  const { submit, formData } = useStayForm(name)
  return (
    <Form
      {...form}
      method="post"
      onSubmit={(event) => {
        const { currentTarget, nativeEvent } = event
        const submitter = nativeEvent instanceof SubmitEvent ? nativeEvent.submitter : null
        const method = submitter?.getAttribute('formmethod')
        // Such a button leads to a page that asks first.
        if (method === 'get') return
        event.preventDefault()
        const fields = new FormData(currentTarget, submitter)
        fields.delete('back')
        fields.set('stay', 'on')
        // The same button pressed again while its answer is awaited.
        if (method === 'dialog' || formData?.get('intent') === fields.get('intent')) return
        void submit(fields, {
          method: 'post',
          action: form.action,
          preventScrollReset: true,
        })
        onSubmit?.(currentTarget)
      }}
    />
  )
}
