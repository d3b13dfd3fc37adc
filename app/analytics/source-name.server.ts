import { domainToUnicode } from 'node:url'
import { nameOfSource } from './sources.ts'

/** Codes in place of a host. */
const codes = new Map([
  ['direct', 'Direct'],
  ['internal', 'This site'],
  ['api', 'API'],
  ['unknown', 'Unknown'],
  ['', 'Unknown'],
])

/** Returns a source's name by its key: from the table, or the host itself, in its own letters. */
export function sourceName(key: string): string {
  return codes.get(key) ?? nameOfSource(key) ?? readable(key)
}

/** Letters that a label of a host can have together. Others could imitate another host. */
const alike = [
  ['Latin'],
  ['Cyrillic'],
  ['Greek'],
  ['Arabic'],
  ['Armenian'],
  ['Bengali'],
  ['Devanagari'],
  ['Georgian'],
  ['Hebrew'],
  ['Tamil'],
  ['Thai'],
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Hangul'],
].map((scripts) => {
  const letters = scripts.map((script) => `\\p{Script_Extensions=${script}}`)
  return new RegExp(`^[${letters.join('')}\\d-]+$`, 'u')
})
/** Cyrillic and Greek letters that look Latin. A label of nothing else could imitate one. */
const latinLookalikes = /^[асԁеһіјӏорԛѕԝхуъьҽпгѵѡαικνρυωηοστχ\d-]+$/u

/** Returns a host with the letters that punycode stands for, unless they could imitate another. */
function readable(host: string): string {
  if (!host.includes('xn--')) return host
  const labels = domainToUnicode(host).split('.')
  const isClear = labels.every(
    (label) => alike.some((letters) => letters.test(label)) && !isImitation(label),
  )
  return isClear ? labels.join('.') : host
}

function isImitation(label: string): boolean {
  return /[^\d-]/.test(label) && !/[a-z]/.test(label) && latinLookalikes.test(label)
}
