const apiAddress = /^\/api\/v1(?:\/|$)/i

/** True for an address of the API, which no cookie opens, and for one in capitals, which is none. */
export function isApiAddress(pathname: string): boolean {
  return apiAddress.test(pathname)
}

/** True if a body has the type that the API reads. */
export function isJson(contentType: string | null | undefined): boolean {
  return /^application\/json *(?:;|$)/i.test(contentType ?? '')
}
