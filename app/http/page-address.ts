/** Suffix of React Router's data requests. */
export const dataEnding = '.data'

/**
 * Returns the path of the requested page, and whether only its data is wanted: `/_.data` is the
 * data of `/`, and `/help.data` that of `/help`.
 */
export function pageAddress({ url }: { url: string }): { pathname: string; isData: boolean } {
  const { pathname } = new URL(url)
  if (!pathname.endsWith(dataEnding)) return { pathname, isData: false }
  return { pathname: pathname.slice(0, -dataEnding.length).replace(/\/_$/, '/'), isData: true }
}
