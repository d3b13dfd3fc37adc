/** Where the API's addresses begin. */
const apiRoot = '/api/v1'

/** True for an address of the API, which no cookie opens. */
export function isApiAddress(pathname: string): boolean {
  return pathname === apiRoot || pathname.startsWith(`${apiRoot}/`)
}

/** True if a body has the type that the API reads. */
export function isJson(contentType: string | null | undefined): boolean {
  return /^application\/json *(?:;|$)/i.test(contentType ?? '')
}
