export type Repository = string | { url: string } | undefined

/**
 * Returns the page with a repository's releases. Null without one, or if it isn't on the web.
 * Forges other than GitLab use the same path as GitHub.
 */
export function releasesPage(repository: Repository): string | null {
  const named = (typeof repository === 'string' ? repository : (repository?.url ?? ''))
    .replace(/^(?:github:)?([\w.-]+\/[\w.-]+)$/, 'https://github.com/$1')
    .replace(/^git\+/, '')
    .replace(/(?:\.git)?\/*$/, '')
  if (!URL.canParse(named)) return null
  const { protocol, hostname, origin, pathname } = new URL(named)
  if (protocol !== 'https:' || pathname.length < 2) return null
  return `${origin}${pathname}${hostname.startsWith('gitlab.') ? '/-/releases' : '/releases'}`
}
