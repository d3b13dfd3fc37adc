/** Whether a path is the back office's: English only, whatever the public site's language is. */
export function isBackOffice(pathname: string): boolean {
  return /^\/admin(\/|$)/i.test(pathname)
}
