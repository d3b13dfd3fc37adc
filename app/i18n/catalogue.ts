import { en } from './en.ts'

/** The languages of the public site, the first being the one that texts are written in. */
export const languages = ['en', 'es', 'fr', 'de', 'pt'] as const
export type Language = (typeof languages)[number]

type Texts<T> = T extends string ? string : { readonly [Key in keyof T]: Texts<T[Key]> }

/** What every language has to say: the same keys as English, nothing less and nothing more. */
export type Catalogue = Texts<typeof en>

/** A text that depends on a number, by the plural forms of `Intl.PluralRules`. */
export type PluralText = { readonly other: string } & {
  readonly [Form in Intl.LDMLPluralRule]?: string
}

const catalogues: Partial<Record<Language, Catalogue>> = { en }

export function catalogue(language: Language): Catalogue {
  return catalogues[language] ?? en
}

export function isLanguage(text: string): text is Language {
  return (languages as readonly string[]).includes(text)
}

/** Puts values into a text's `{places}`. */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place))
}

/** The form of a text that fits the number, with `{n}` in it. */
export function plural(text: PluralText, n: number, language: Language): string {
  return fill(text[new Intl.PluralRules(language).select(n)] ?? text.other, { n })
}
