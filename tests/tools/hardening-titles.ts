import { globSync, readFileSync } from 'node:fs'
import { hardeningLines } from './hardening-lines.ts'

/** What the title of a test or of a group of tests begins with, when it shows a line. */
export const numberedTitle = /(?:^|\s)([SR]\d{1,2}(?:, [SR]\d{1,2})*): /

/** The lines that a title names, like `['S24', 'S27']`; none for most titles. */
export function linesOf(title: string): string[] {
  return numberedTitle.exec(title)?.[1]?.split(', ') ?? []
}

export type Title = { file: string; title: string; lines: string[] }

/** The titles in the test files that name a line. */
export function numberedTitles(): Title[] {
  const files = globSync(['tests/**/*.test.ts', 'tests/e2e/**/*.spec.ts'])
  return files
    .sort()
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/(['"`])([SR]\d[^\n]*?)(?<!\\)\1/g)]
        .map(([, , title = '']) => ({ file, title, lines: linesOf(title) }))
        .filter(({ lines }) => lines.length > 0),
    )
}

/** Lines that no title names, and numbers in titles that are no line. */
export function gaps(titles: Title[]): { untested: string[]; unknown: string[] } {
  const named = new Set(titles.flatMap(({ lines }) => lines))
  return {
    untested: Object.keys(hardeningLines).filter((line) => !named.has(line)),
    unknown: [...named].filter((line) => !(line in hardeningLines)),
  }
}
