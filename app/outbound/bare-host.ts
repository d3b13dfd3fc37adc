/** A host's name without the `www.` in front of it, by which sites are told apart. */
export function bareHost(host: string): string {
  return host.toLowerCase().replace(/^www\./, '')
}
