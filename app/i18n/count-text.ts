import { figure } from './figure-text.ts'

/** Formats a count with its noun: `3 backlinks`, `1 backlink`. */
export function countText(count: number, one: string, many = `${one}s`): string {
  return `${figure(count)} ${count === 1 ? one : many}`
}
