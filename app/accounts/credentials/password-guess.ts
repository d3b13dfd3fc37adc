import { foldCase } from '#app/lists/fold-case.ts'
import { commonPasswords } from './common-passwords.ts'
import { isKeyboardWalk } from './keyboard-walk.ts'

/** Longer passwords are refused anyway; this bounds the work. */
const longestRead = 100
const fewestWithoutRepeats = 8
/** A passphrase of more words than this is fine even if each is common. */
const mostCommonWords = 2

const digitLetters: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

/**
 * Returns why a password is easily guessed: it is common, or made of the person's own name or
 * email. Null if neither. Decoration doesn't help: `P@ssw0rd2024!!`, `Password-Password1` and
 * full-width letters all count as `password`.
 */
export function guessability(
  password: string,
  account: { email: string; name: string },
): 'common' | 'like_account' | null {
  const text = foldCase(password).slice(0, longestRead)
  const own = ownWords(account)
  const cores = [...coresOf(text), ...coresOf(withoutRepetition(text))]
  if (cores.some((core) => own.has(core))) return 'like_account'
  if (cores.some((core) => commonPasswords.has(core))) return 'common'
  if (isMonotonous(text) || isKeyboardWalk(text)) return 'common'
  const words = [...new Set(text.split(/[^\p{L}\p{N}]+/u).filter((word) => /\p{L}/u.test(word)))]
  const kinds = words.map((word) => wordKind(word, own))
  if (words.length === 0 || kinds.includes(null)) return null
  if (kinds.includes('own')) return 'like_account'
  return words.length <= mostCommonWords ? 'common' : null
}

/** Returns variants of a password without decoration, repetition and disguise. */
function coresOf(text: string): string[] {
  const alphanumeric = text.replace(/[^\p{L}\p{N}]/gu, '')
  const trimmed = text.replace(/[\d\P{L}]+$|^[\d\P{L}]+/gu, '')
  const undisguised = withLetters(trimmed)
  const cores = [
    text,
    alphanumeric,
    trimmed,
    undisguised,
    undisguised.replace(/[^\p{L}]/gu, ''),
    alphanumeric.replace(/\d/g, ''),
    text.replace(/[^\p{L}]/gu, ''),
    ...withoutEndings(text),
  ]
  return cores.flatMap((core) => [core, core.replace(/^(.+?)\1+$/u, '$1')])
}

/** Returns the repeated unit with its decoration: `P@ssw0rd!` for `P@ssw0rd!P@ssw0rd!1`. */
function withoutRepetition(text: string): string {
  return text.replace(/^(.{4,}?)\1+.{0,3}$/su, '$1')
}

/** Returns the text with each ending after its last letter: `trustno1-2026`, `trustno1`. */
function withoutEndings(text: string): string[] {
  const letters = text.replace(/\P{L}+$/u, '').length
  return Array.from({ length: text.length - letters + 1 }, (_, cut) => text.slice(0, letters + cut))
}

function withLetters(text: string): string {
  return [...text].map((character) => digitLetters[character] ?? character).join('')
}

function wordKind(word: string, own: ReadonlySet<string>): 'own' | 'common' | null {
  const cores = coresOf(word)
  if (cores.some((core) => own.has(core))) return 'own'
  return cores.some((core) => commonPasswords.has(core)) ? 'common' : null
}

function ownWords({ email, name }: { email: string; name: string }): ReadonlySet<string> {
  const [localPart = ''] = email.split('@', 1)
  const words = [name, localPart].flatMap((text) => text.split(/[^\p{L}]+/u))
  const folded = [email, localPart, name, ...words].map((text) =>
    foldCase(text).replace(/[^\p{L}]/gu, ''),
  )
  return new Set(folded.filter((text) => text.length >= 3))
}

/** Few different characters, a repeated unit, or a run such as `abcdefghijkl`. */
function isMonotonous(text: string): boolean {
  const once = text.replace(/(.+?)\1+/gsu, '$1')
  const few = once.length < text.length && [...once].length < fewestWithoutRepeats
  return few || new Set(text).size <= 3 || isRun(text)
}

function isRun(text: string): boolean {
  const codes = [...text].map((character) => character.codePointAt(0) ?? 0)
  const steps = new Set(codes.slice(1).map((code, index) => code - (codes[index] ?? 0)))
  return codes.length > 3 && steps.size === 1 && (steps.has(1) || steps.has(-1))
}
