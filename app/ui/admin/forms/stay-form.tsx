import { Form, useFetcher } from 'react-router'

/** Returns the shared fetcher of all `StayForm`s with this name. */
export function useStayForm<Answer = unknown>(name: string) {
  return useFetcher<Answer>({ key: name })
}

/**
 * A form that keeps its page's scroll, focus and ticks. Without a script it's a plain form that
 * leads to its field `back`. With one, its field `stay` asks the action not to redirect.
 */
export function StayForm({
  name,
  onSubmit,
  ...form
}: Omit<React.ComponentProps<typeof Form>, 'method' | 'action' | 'name' | 'onSubmit'> & {
  /** Forms with one name share a fetcher: a later submit replaces an earlier one. */
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
        const { currentTarget, submitter } = event
        const method = submitter?.getAttribute('formmethod')
        // This button opens a confirmation page.
        if (method === 'get') return
        event.preventDefault()
        const fields = new FormData(currentTarget)
        // Chrome before 112 and Safari before 16.4 leave out a button that is given to FormData.
        const name = submitter?.getAttribute('name')
        if (name) fields.append(name, submitter?.getAttribute('value') ?? '')
        fields.delete('back')
        fields.set('stay', 'on')
        // The same button pressed again before the response.
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
