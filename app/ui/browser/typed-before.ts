type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement | HTMLDetailsElement

/**
 * Without hidden fields, whose values are the server's, and without those that have neither a name
 * nor an ID: those that extensions add couldn't be told from the page's own.
 */
const fieldsNow = () => [
  ...document.querySelectorAll<Field>(
    ':is(input, textarea, select):is([name], [id]):not([type=hidden]), details',
  ),
]

/** Not its place in the page, since extensions add fields of their own. */
const nameOf = (field: Field) =>
  field.localName +
  field.closest('form')?.getAttribute('action') +
  (field.getAttribute('name') ?? field.id)

/**
 * Keeps the page's fields until React runs. If it draws them anew, since an extension or a
 * translation has changed the page, `putBack` gives them what was typed, ticked and opened, and the
 * focus. It has to be called before effects, which read what fields hold.
 */
export function keepTyped(): { putBack: () => void; end: () => void } {
  let fields = fieldsNow()
  let focused = document.activeElement
  const follow = ({ target }: FocusEvent) => {
    focused = fields.find((field) => field === target) ?? focused
  }
  document.addEventListener('focusin', follow)
  return {
    putBack() {
      const drawn = fieldsNow()
      for (const old of fields.filter(({ isConnected }) => !isConnected)) {
        const isSame = (field: Field) => nameOf(field) === nameOf(old)
        const field = drawn.filter(isSame)[fields.filter(isSame).indexOf(old)]
        if (field === undefined) continue
        // Files come before the value, which is their name.
        for (const name of ['open', 'checked', 'files', 'value']) {
          const value: unknown = Reflect.get(old, name)
          if (value !== Reflect.get(field, name)) Reflect.set(field, name, value)
        }
        if (old === focused) field.focus({ preventScroll: true })
      }
    },
    end() {
      document.removeEventListener('focusin', follow)
      fields = []
    },
  }
}
