import tailwindcss from '@tailwindcss/vite'
import type { Plugin } from 'vite'

/**
 * Makes Tailwind compile a style again when its text differs from the last compiled one, or when
 * that one had a mistake. Tailwind 4.3 goes by the file's time alone: it notes the time before it
 * compiles, so a mistake is an error for the first request only, and a file that's saved while
 * it's read keeps its old styles.
 */
export const freshStyles: Plugin = {
  name: 'cleanclip:fresh-styles',
  async configResolved(config) {
    const compiler = () => tailwindcss({ optimize: false })
    const transformOf = (plugins: readonly Plugin[]) =>
      plugins.find(({ name }) => name === '@tailwindcss/vite:generate:serve')?.transform
    const original = transformOf(config.plugins)
    if (typeof original !== 'object') throw new Error('Tailwind’s Vite plugin has changed')

    /** The text that each file was last compiled from. Null if it had a mistake. */
    const compiled = new Map<string, string | null>()
    let transform = original.handler
    original.handler = async function (code, id, options) {
      const before = compiled.get(id)
      if (before !== undefined && before !== code) {
        const plugins = compiler()
        for (const { configResolved } of plugins) {
          if (typeof configResolved === 'function') await configResolved.call(this, config)
        }
        const fresh = transformOf(plugins)
        if (typeof fresh === 'object') transform = fresh.handler
      }
      compiled.set(id, code)
      try {
        return await transform.call(this, code, id, options)
      } catch (error) {
        compiled.set(id, null)
        throw error
      }
    }
  },
}
