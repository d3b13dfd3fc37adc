import { globSync, readFileSync } from 'node:fs'
import { parseSync } from 'vite'

/** Landed migrations never change. The other rooms' comments haven't been edited yet. */
const unread =
  /^db\/migrations\/(?:\d|baseline)|^app\/(?:analytics|backlinks|jobs|lists|processes)\/|^app\/(?:download\/batch|ui\/admin\/lists)\//

/** Every comment in `app`, `db` and `lint`, with its file and line. Adjacent lines are one. */
export function appComments(): { where: string; text: string }[] {
  return globSync('{app,db,lint}/**/*.{ts,tsx,js}')
    .filter((file) => !unread.test(file))
    .flatMap((file) => {
      const code = readFileSync(file, 'utf8')
      const found: { start: number; end: number; text: string }[] = []
      for (const { type, start, end, value } of parseSync(file, code).comments) {
        const last = found.at(-1)
        const isNextLine = last !== undefined && /^\n[ \t]*$/.test(code.slice(last.end, start))
        if (type === 'Line' && isNextLine) {
          last.text += value
          last.end = end
        } else found.push({ start, end, text: value })
      }
      return found.map(({ start, text }) => ({
        where: `${file}:${code.slice(0, start).split('\n').length}`,
        text: text
          .replaceAll(/^\s*\*+/gm, '')
          .replaceAll(/\s+/g, ' ')
          .trim(),
      }))
    })
}
