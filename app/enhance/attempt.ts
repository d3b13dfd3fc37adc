import { tell } from './tell.ts'

/** Reports that a visitor asked for the file that a link to its countdown leads to. */
export function reportAttempt(link: HTMLElement): void {
  const format = /\/prepare\/\d+\/([^/?]+)/.exec(link.getAttribute('href') ?? '')?.[1]
  if (format !== undefined) tell({ kind: 'attempt', format })
}
