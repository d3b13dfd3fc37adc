import type { enDocuments } from './documents/en.ts'
import type { en } from './en.ts'
import type { languages } from './languages.ts'
import type { enLate } from './late/late-en.ts'

export type Language = (typeof languages)[number]

type Place<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Place<Rest>
  : never

/** A text with all of these places, in any order. */
type TextWith<Name extends string, First extends string = Name> = [Name] extends [never]
  ? string
  : First extends First
    ? `${string}{${First}}${TextWith<Exclude<Name, First>>}`
    : never

/** A text with plural forms, as in `Intl.PluralRules`. */
export type PluralText<Text extends string = string> = { readonly other: Text } & {
  readonly [Form in Intl.LDMLPluralRule]?: Text
}

type Texts<T> = T extends string
  ? TextWith<Place<T>>
  : T extends { readonly other: infer Other extends string }
    ? PluralText<TextWith<Place<Other>>>
    : { readonly [Key in keyof T]: Texts<T[Key]> }

/** Each language has exactly the keys of English, and in each text the same places. */
export type Catalogue = Texts<typeof en>

/** Texts of pages that never run in the browser, and so aren't loaded by it. */
export type DocumentTexts = Texts<typeof enDocuments>

/** Texts that a page loads once it shows a found post. */
export type LateTexts = Texts<typeof enLate>

export function fill<T extends string>(text: T, values: Record<Place<T>, string | number>): string {
  const given: Record<string, string | number> = values
  return text.replace(/\{(\w+)\}/g, (place, name: string) => String(given[name] ?? place))
}

/**
 * Returns the plural form for `n`, with `{n}` as the language formats numbers. A text without forms
 * is the same for every number.
 */
export function plural(text: string | PluralText, n: number, language: Language): string {
  const { rules, numbers } = formatsOf(language)
  const form: string = typeof text === 'string' ? text : (text[rules.select(n)] ?? text.other)
  return fill(form, { n: numbers.format(n) })
}

type Formats = { rules: Intl.PluralRules; numbers: Intl.NumberFormat }
const formats = new Map<Language, Formats>()

/** Cached, since creating them is most of the cost of a page's few numbers. */
function formatsOf(language: Language): Formats {
  const kept = formats.get(language)
  if (kept !== undefined) return kept
  const made = {
    rules: new Intl.PluralRules(language),
    numbers: new Intl.NumberFormat(language),
  }
  formats.set(language, made)
  return made
}
