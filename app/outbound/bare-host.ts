/** Returns a host's name without `www.`, so that one site has one name. */
export function bareHost(host: string): string {
  return host.toLowerCase().replace(/^www\./, '')
}
