/** Ways to name files. With `pattern`, a site's files follow its operator's own. */
export const fileNameStyles = [
  'brand_timestamp',
  'creator_title',
  'creator_id_date',
  'pattern',
] as const

export type FileNameStyle = (typeof fileNameStyles)[number]

/** Keeps a visitor's own choice of style on their device. Scripts set it too. */
const cookieName = 'file-names'
const cookieSeconds = 365 * 24 * 3600

/** Returns the style that a visitor's cookies ask for, else the site's. */
export function chosenStyle(cookies: string | null, site: FileNameStyle): FileNameStyle {
  const asked = new RegExp(`(?:^|;) *${cookieName}=(\\w{1,20})(?:;|$)`).exec(cookies ?? '')?.[1]
  return offeredStyles(site).find((style) => style === asked) ?? site
}

/** Returns the styles that visitors can choose: a pattern only if it is the site's. */
export function offeredStyles(site: FileNameStyle): FileNameStyle[] {
  return fileNameStyles.filter((style) => style !== 'pattern' || site === 'pattern')
}

/** Returns the cookie that keeps a visitor's style, or ends it if it is the site's own. */
export function styleCookie(style: FileNameStyle, site: FileNameStyle, secure: boolean): string {
  const kept = style === site ? '=; Max-Age=0' : `=${style}; Max-Age=${cookieSeconds}`
  return `${cookieName}${kept}; Path=/; SameSite=Lax${secure ? '; Secure' : ''}`
}
