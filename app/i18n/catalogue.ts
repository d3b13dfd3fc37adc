import type { enDocuments } from './documents/en.ts'
import type { en } from './en.ts'
import type { languages } from './languages.ts'

export type Language = (typeof languages)[number]

/** The names of a text's `{places}`. */
type Place<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Place<Rest>
  : never

/** A text in any words that has all of these places, in any order. */
type TextWith<Name extends string, First extends string = Name> = [Name] extends [never]
  ? string
  : First extends First
    ? `${string}{${First}}${TextWith<Exclude<Name, First>>}`
    : never

/** A text that depends on a number, by the plural forms of `Intl.PluralRules`. */
export type PluralText<Text extends string = string> = { readonly other: Text } & {
  readonly [Form in Intl.LDMLPluralRule]?: Text
}

type Texts<T> = T extends string
  ? TextWith<Place<T>>
  : T extends { readonly other: infer Other extends string }
    ? PluralText<TextWith<Place<Other>>>
    : { readonly [Key in keyof T]: Texts<T[Key]> }

/**
 * What every language has to say: the same keys as English, nothing less and nothing more, and in
 * each text the places of the English one.
 */
export type Catalogue = Texts<typeof en>

/** The texts of pages that never run in the browser: no browser loads them. */
export type DocumentTexts = Texts<typeof enDocuments>

/** Puts values into a text's `{places}`. */
export function fill<T extends string>(text: T, values: Record<Place<T>, string | number>): string {
  const given: Record<string, string | number> = values
  return text.replace(/\{(\w+)\}/g, (place, name: string) => String(given[name] ?? place))
}

/**
 * The form of a text that fits the number, with the number as the language writes it in `{n}`. A
 * text without forms is the same for every number.
 */
export function plural(text: string | PluralText, n: number, language: Language): string {
  const { rules, numbers } = formatsOf(language)
  const form: string = typeof text === 'string' ? text : (text[rules.select(n)] ?? text.other)
  return fill(form, { n: numbers.format(n) })
}

type Formats = { rules: Intl.PluralRules; numbers: Intl.NumberFormat }
const formats = new Map<Language, Formats>()

/** Kept, since making them is most of what a page's few numbers cost. */
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
