/** True for back-office paths, which are English only, whatever the public site's language. */
export function isBackOffice(pathname: string): boolean {
  return /^\/admin(\/|$)/.test(pathname)
}
