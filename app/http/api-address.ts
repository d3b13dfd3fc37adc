const apiAddress = /^\/api\/v1(?:\/|$)/i

/** True for the API's addresses, which no cookie opens, and those in capitals, which are none. */
export function isApiAddress(pathname: string): boolean {
  return apiAddress.test(pathname)
}

/** True if a body has the type that the API reads. */
export function isJson(contentType: string | null | undefined): boolean {
  return /^application\/json *(?:;|$)/i.test(contentType ?? '')
}
