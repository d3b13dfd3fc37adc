import { posts } from '#tests/fakes/extraction-service.ts'
import fc from '#tests/support/cases.ts'
import { encoded, hostileName, hostileText } from '#tests/support/hostile.ts'
import { elementsOf } from '#tests/support/html.ts'

export type Field = [name: string, value: string]
/** The fields of a page's forms as a person would send them, and what its buttons say. */
export type Forms = {
  fields: Field[]
  buttons: Field[]
}

/** What would shut the test out, or make it wait, is not what it is about. */
const leftOut = /^(maintenanceMode|twoFactorRequired)/

/** What a person would put into a field that is empty. */
const usual: Record<string, () => string> = {
  url: () => posts.video.url,
  links: () => posts.hd.url,
  email: () => 'somebody@site.example',
  contactEmail: () => 'somebody@site.example',
  name: () => 'Some Name',
  site: () => 'site.example',
  reason: () => 'A reason.',
  note: () => 'A note.',
}

/** The fields and buttons of all forms of a page. */
export function formsOf(html: string): Forms {
  const fields = new Map<string, string>()
  const buttons: Field[] = []
  let select = ''
  for (const { tag, attributes, text } of elementsOf(html)) {
    const { name, value = '', selected } = attributes
    if (tag === 'option' && select !== '' && (selected !== undefined || !fields.get(select))) {
      fields.set(select, value)
    }
    if (name === undefined || tag === 'meta' || leftOut.test(name)) continue
    select = tag === 'select' ? name : ''
    const typed = tag === 'textarea' ? text : value
    if (tag === 'button') buttons.push([name, value])
    else if (!fields.get(name)) fields.set(name, typed || (usual[name]?.() ?? ''))
  }
  return { fields: [...fields], buttons: buttons.length > 0 ? buttons : [['intent', 'save']] }
}

/** What the forms would send, with some of it changed, twice there or missing. */
export function fieldsFor({ fields, buttons }: Forms): fc.Arbitrary<Field[]> {
  const own = fc.tuple(
    ...fields.map(([name, value]) =>
      fc.oneof(
        { weight: 5, arbitrary: fc.constant<Field[]>([[name, value]]) },
        { weight: 2, arbitrary: hostileText.map((text): Field[] => [[name, text]]) },
        fc.constant<Field[]>([]),
        hostileText.map((text): Field[] => [
          [name, text],
          [name, value],
        ]),
      ),
    ),
  )
  const more = fc.array(fc.tuple(hostileName, hostileText), { maxLength: 2 })
  return fc
    .tuple(own, fc.constantFrom(...buttons), more)
    .map(([mine, button, others]) => [...mine.flat(), button, ...others])
}

export const urlEncoded = (fields: Field[]) =>
  fields.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&')

export type Body = { type: string; body: string }

/** The same as bodies of every type that forms have, some of them broken. */
export function bodyFor(forms: Forms): fc.Arbitrary<Body> {
  const fields = fieldsFor(forms)
  const form = fields.map((list) => ({
    type: 'application/x-www-form-urlencoded',
    body: urlEncoded(list),
  }))
  // Files where texts are expected, and parts that end anywhere.
  const parts = fc
    .tuple(fields, fc.boolean(), fc.option(fc.nat(2000), { freq: 2 }))
    .map(([list, files, cut]) => ({
      type: 'multipart/form-data; boundary=bb',
      body: `${list.map((field) => part(field, files)).join('')}--bb--\r\n`.slice(0, cut ?? 70_000),
    }))
  const junk = fc.tuple(
    fc.constantFrom('application/x-www-form-urlencoded', 'multipart/form-data; boundary=bb'),
    fc.string({ unit: 'binary', maxLength: 500 }),
  )
  return fc.oneof(
    { weight: 4, arbitrary: form },
    { weight: 2, arbitrary: parts },
    junk.map(([type, body]) => ({ type, body })),
  )
}

function part([name, value]: Field, isFile: boolean): string {
  const safe = name.replace(/[\r\n"]/g, '')
  const file = isFile ? '; filename="a.csv"\r\nContent-Type: text/csv' : ''
  return `--bb\r\nContent-Disposition: form-data; name="${safe}"${file}\r\n\r\n${value}\r\n`
}
