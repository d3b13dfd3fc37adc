/** The rules of a robots.txt that are for us, read as RFC 9309 says. */
export type RobotsRules = {
  /** Whether an address of that site may be fetched: the longest rule that fits decides. */
  allows(url: URL): boolean
}

type Rule = { allow: boolean; pattern: string }
type Group = { agents: string[]; rules: Rule[] }

/** The standard asks for 500 KiB at least; what comes after is not read. */
export const robotsMaxBytes = 512 * 1024
const mostRules = 5_000
const longestPattern = 2_000

export const allowAll: RobotsRules = { allows: () => true }

/**
 * `agent` is our product token: letters, hyphens and underscores. The groups that name it are taken
 * together; only when there is none those for everybody count.
 */
export function parseRobots(text: string, agent: string): RobotsRules {
  const groups = groupsOf(text)
  const token = agent.toLowerCase()
  const own = groups.filter(({ agents }) => agents.includes(token))
  const chosen = own.length > 0 ? own : groups.filter(({ agents }) => agents.includes('*'))
  const rules = chosen.flatMap((group) => group.rules).slice(0, mostRules)
  return {
    allows(url) {
      const path = normalised(url.pathname + url.search)
      if (path === '/robots.txt') return true
      let longest = -1
      let allowed = true
      for (const { allow, pattern } of rules) {
        const wins = pattern.length > longest || (pattern.length === longest && allow)
        if (!wins || !fits(pattern, path)) continue
        longest = pattern.length
        allowed = allow
      }
      return allowed
    },
  }
}

function groupsOf(text: string): Group[] {
  const groups: Group[] = []
  let group: Group | null = null
  let takesAgents = false
  for (const line of text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/)) {
    const content = line.split('#', 1)[0] ?? ''
    const colon = content.indexOf(':')
    if (colon === -1) continue
    const key = content.slice(0, colon).trim().toLowerCase()
    const value = content.slice(colon + 1).trim()
    if (key === 'user-agent') {
      if (group === null || !takesAgents) {
        group = { agents: [], rules: [] }
        groups.push(group)
      }
      takesAgents = true
      group.agents.push(agentOf(value))
    } else if (key === 'allow' || key === 'disallow') {
      takesAgents = false
      // An empty rule says nothing, and rules before the first group are nobody's.
      const usable = value !== '' && value.length <= longestPattern
      if (usable) group?.rules.push({ allow: key === 'allow', pattern: normalised(value) })
    }
  }
  return groups
}

/** `Example-Bot/1.2 (something)` is Example-Bot. */
function agentOf(value: string): string {
  return value.startsWith('*') ? '*' : (/^[\w-]*/.exec(value)?.[0] ?? '').toLowerCase()
}

/** One spelling for what means the same: what need not be encoded is not, and all else is. */
function normalised(path: string): string {
  return path
    .toWellFormed()
    .replace(/[^\p{ASCII}]+/gu, encodeURIComponent)
    .replace(/%[0-9a-f]{2}/gi, (code) => {
      const character = String.fromCharCode(Number.parseInt(code.slice(1), 16))
      return /[\w.~-]/.test(character) ? character : code.toUpperCase()
    })
}

/** Whether a path begins as the pattern says; `*` is any run of characters, a `$` at its end the end. */
function fits(pattern: string, path: string): boolean {
  const toEnd = pattern.endsWith('$')
  const parts = (toEnd ? pattern.slice(0, -1) : pattern).split('*')
  const first = parts[0] ?? ''
  if (!path.startsWith(first)) return false
  if (parts.length === 1) return !toEnd || path.length === first.length
  let at = first.length
  for (const part of parts.slice(1, -1)) {
    const found = path.indexOf(part, at)
    if (found === -1) return false
    at = found + part.length
  }
  const last = parts.at(-1) ?? ''
  return toEnd
    ? path.length - last.length >= at && path.endsWith(last)
    : path.indexOf(last, at) !== -1
}
