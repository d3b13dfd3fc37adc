import bcd from '@mdn/browser-compat-data' with { type: 'json' }
import type { Identifier, SupportStatement } from '@mdn/browser-compat-data'
import { parse } from 'acorn'
import { simple } from 'acorn-walk'

type Browsers = { chrome: number; firefox: number; safari: number }

const { __compat, ...api }: Identifier = bcd.api
const { __compat: _, ...own }: Identifier = bcd.javascript.builtins ?? {}
const globals: Record<string, Identifier> = { ...api, ...own }
/** Others have methods that are named like anyone's own: `format`, `fetch`, `share`. */
const elements = Object.fromEntries(
  Object.entries(api).filter(([name]) => /^(?:HTML\w*|Element|Document|Node|Event)$/.test(name)),
)

/**
 * Returns what finds in a script what browsers of these versions lack, by the tables of MDN:
 * constructors, static members such as `Map.groupBy`, and methods of JavaScript's own objects and of
 * elements such as `.toSorted()` or `.requestSubmit()`. Optional calls are left out.
 */
export function missingFrom(browsers: Browsers): (script: string) => string[] {
  const lacks = (entry: Identifier | undefined) => isNewer(entry, browsers)
  const newMethods = methodsThatLack(lacks)
  return (script) => {
    const missing = new Set<string>()
    simple(parse(script, { ecmaVersion: 'latest', sourceType: 'module' }), {
      MemberExpression({ object, property, computed }) {
        if (computed || object.type !== 'Identifier' || property.type !== 'Identifier') return
        const owner = globals[object.name]
        if (lacks(owner?.[`${property.name}_static`] ?? owner?.[property.name])) {
          missing.add(`${object.name}.${property.name}`)
        }
      },
      CallExpression({ callee }) {
        if (callee.type !== 'MemberExpression' || callee.computed || callee.optional) return
        const { property } = callee
        if (property.type === 'Identifier' && newMethods.has(property.name)) {
          missing.add(`.${property.name}()`)
        }
      },
      NewExpression({ callee }) {
        if (callee.type === 'Identifier' && lacks(globals[callee.name])) missing.add(callee.name)
      },
    })
    return [...missing]
  }
}

/** Returns the names of methods of which no object has an older one. */
function methodsThatLack(lacks: (entry: Identifier | undefined) => boolean): Set<string> {
  const members = (area: Record<string, Identifier>) =>
    Object.values(area).flatMap((owner) =>
      Object.keys(owner).map((name) => ({ name, isOld: !lacks(owner[name]) })),
    )
  const old = new Set(
    members(globals).flatMap(({ name, isOld }) => (isOld ? [name.replace(/_static$/, '')] : [])),
  )
  const names = members({ ...own, ...elements })
    .map(({ name }) => name)
    .filter((name) => !/^__|_static$/.test(name))
  return new Set(names.filter((name) => !old.has(name)))
}

function isNewer(entry: Identifier | undefined, browsers: Browsers): boolean {
  const support = entry?.__compat?.support
  if (support === undefined) return false
  return (['chrome', 'firefox', 'safari'] as const).some(
    (browser) => firstVersion(support[browser]) > browsers[browser],
  )
}

function firstVersion(statement: SupportStatement | undefined): number {
  const versions = [statement ?? []].flat().flatMap((support) => {
    const { version_added: added, flags, prefix, alternative_name: other } = support
    if (flags !== undefined || prefix !== undefined || other !== undefined) return []
    return typeof added === 'string' ? [Number.parseFloat(added.replace('≤', ''))] : []
  })
  return Math.min(Number.POSITIVE_INFINITY, ...versions.filter((version) => !Number.isNaN(version)))
}
