/**
 * Sends links to a page, as a form of its own that keeps their lines. Not by React Router: for a
 * script that an upgraded server no longer has, it reloads the open page, without them.
 */
export function sendDocument(page: string, links: string): void {
  const form = Object.assign(document.createElement('form'), { method: 'post', action: page })
  const field = Object.assign(document.createElement('input'), { type: 'hidden', name: 'links' })
  field.value = links
  form.append(field)
  document.body.append(form)
  form.submit()
  form.remove()
}
