/**
 * Changes a platform's answer as platforms change theirs: fields with another name, in another place,
 * in a wrapper or written as text, a second post beside the right one, a file on a foreign host. The
 * same seed makes the same answer.
 */

type Json = unknown
type Parent = Record<string, Json>
type Slot = { parent: Parent; key: string }

export type Mutated = { text: string; changes: string[] }

/** Marks the addresses and ids of posts that weren't asked for. */
export const wrongMark = 'wrong'
const foreignHost = 'evil.example'

const kinds = ['rename', 'rename', 'move', 'move', 'wrap', 'wrap', 'stringify', 'beside', 'beside']

export function mutatedAnswer(answer: string, id: string, seed: number): Mutated {
  const random = numbers(seed)
  const changes: string[] = []
  const count = 1 + Math.floor(random() * 3)
  const names = new Map<string, string>()
  const text = mapData(answer, id, (data) => {
    let root = data
    for (let turn = 0; turn < count; turn += 1) {
      const kind = random() < 0.06 ? 'foreign' : (pick(kinds, random) ?? 'rename')
      root = change(root, kind, { id, random, names, changes })
    }
    return root
  })
  return { text, changes }
}

type Terms = {
  id: string
  random: () => number
  names: Map<string, string>
  changes: string[]
}

function change(root: Json, kind: string, terms: Terms): Json {
  const { random, changes } = terms
  if (kind === 'beside') return withSecondPost(root, terms)
  const slot = pick(slotsIn(root), random)
  if (slot === undefined) return root
  const { parent, key } = slot
  const value = parent[key]
  changes.push(`${kind} ${key}`)
  switch (kind) {
    case 'rename':
      return renamed(root, key, renamedKey(key))
    case 'move': {
      delete parent[key]
      if (random() < 0.5 && isParent(root) && !(key in root)) root[key] = value
      else parent.details = { [key]: value }
      return root
    }
    case 'wrap': {
      const wrappers = [{ data: value }, [value], { node: { value } }]
      // Sometimes it is the whole answer.
      if (random() < 0.2) return { result: { payload: root } }
      parent[key] = pick(wrappers, random)
      return root
    }
    case 'stringify':
      parent[key] = typeof value === 'string' ? value : JSON.stringify(value)
      return root
    default: {
      const texts = slotsIn(root).filter(({ parent: one, key: name }) => isAddress(one[name]))
      const address = pick(texts, random)
      if (address !== undefined) {
        const written = String(address.parent[address.key])
        address.parent[address.key] = written.replace(
          /^((?:https?:)?\/\/)[^/]+/,
          `$1${foreignHost}`,
        )
      }
      return root
    }
  }
}

/** Puts a copy of the post, with another id and other files, before it. */
function withSecondPost(root: Json, { id, random, changes }: Terms): Json {
  changes.push('beside')
  const path = pathTo(root, id)
  const lists = path.flatMap((value, index) => (Array.isArray(value) ? [{ value, index }] : []))
  const list = lists.at(-1)
  const inner = list === undefined ? undefined : path[list.index + 1]
  if (list !== undefined && inner !== undefined && random() < 0.7) {
    const at = list.value.indexOf(inner)
    list.value.splice(at, 0, otherPost(inner, id))
    return root
  }
  if (!isParent(root)) return [otherPost(root, id), root]
  return { related: otherPost(root, id), ...root }
}

/** Returns the values from the outermost to the one that holds the id. */
function pathTo(root: Json, id: string): Json[] {
  if (typeof root !== 'object' || root === null) return []
  for (const child of Object.values(root)) {
    if (child === id || (typeof child === 'string' && child.endsWith(`/${id}`))) return [root]
    const rest = pathTo(child, id)
    if (rest.length > 0) return [root, ...rest]
  }
  return []
}

function otherPost(value: Json, id: string): Json {
  const otherId = id.replace(/.(?=.{2}$)/, (digit) => (digit === '5' ? '6' : '5'))
  const written = JSON.stringify(value, (_key, one: Json) => {
    if (typeof one !== 'string') return one
    const own = one.replaceAll(id, otherId)
    if (isAddress(own)) return own.replace(/([^/?#]*)(?=(?:[?#]|$))/, `${wrongMark}-$1`)
    return own.replace(/^bafk/, `bafk${wrongMark}`)
  })
  return JSON.parse(written) as Json
}

function isAddress(value: Json): boolean {
  return typeof value === 'string' && /^(?:https?:)?\/\/[^/]+\//.test(value)
}

function slotsIn(root: Json): Slot[] {
  if (typeof root !== 'object' || root === null) return []
  const own = isParent(root) ? Object.keys(root).map((key) => ({ parent: root, key })) : []
  return [...own, ...Object.values(root).flatMap(slotsIn)]
}

function isParent(value: Json): value is Parent {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Platforms rename a field wherever they have it. */
function renamed(value: Json, from: string, to: string): Json {
  if (Array.isArray(value)) return value.map((one) => renamed(one, from, to))
  if (!isParent(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key === from ? to : key, renamed(one, from, to)]),
  )
}

function renamedKey(key: string): string {
  const camel = key.replace(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase())
  return camel === key ? `${key}_v2` : camel
}

/** Changes the JSON in an answer: all of it, or what a page's scripts about the post have. */
function mapData(answer: string, id: string, map: (data: Json) => Json): string {
  const whole = parsed(answer)
  if (whole !== undefined) return JSON.stringify(map(whole))
  return answer.replace(
    /(<script[^>]*>)([\s\S]*?)(?=<\/script)/g,
    (all, tag: string, content: string) => {
      if (!content.includes(id)) return all
      const data = dataOf(content)
      if (data === null) return all
      const { start, end, value } = data
      const written = JSON.stringify(map(value)).replaceAll('</', '<\\/')
      return tag + content.slice(0, start) + written + content.slice(end)
    },
  )
}

/** Finds the JSON in a script that is JSON, or that has some as an argument. */
function dataOf(content: string): { start: number; end: number; value: Json } | null {
  const start = content.indexOf('{"')
  let end = content.lastIndexOf('}') + 1
  while (start >= 0 && end > start) {
    const value = parsed(content.slice(start, end))
    if (value !== undefined) return { start, end, value }
    end = content.lastIndexOf('}', end - 2) + 1
  }
  return null
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}

function pick<T>(all: readonly T[], random: () => number): T | undefined {
  return all[Math.floor(random() * all.length)]
}

/** Numbers from 0 to 1, the same for the same seed. */
function numbers(seed: number): () => number {
  let state = seed + 1
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
