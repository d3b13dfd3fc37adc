import type { OtherPlatform } from '#app/environment/platform-names.ts'
import type { GuestSession, MediaAddress, ProfileName } from '#app/posts/extracted-post.server.ts'

/** Documents that name a file's host, for files that aren't at a host of the platform's own. */
type FileDocuments = {
  /** Returns true for a document among the files' addresses. */
  isDocument(url: URL): boolean
  /** Returns the file's address by the document at `url`. Null if it names none. */
  fileIn(url: URL, text: string): URL | null
}

/** Where a platform's pages and files are, and with which headers files are requested. */
export type PlatformHosts = {
  /**
   * Returns the URL at which a page is requested: in tests on the test origin. Null if look-ups may
   * not request it.
   */
  pageUrl(url: URL): URL | null
  /** Returns the profile to request a file's address with. Null for another site's address. */
  profileOf(url: string): Exclude<ProfileName, 'plain'> | null
  /**
   * Returns the URL at which a file is requested: in tests on the test origin. Null if it must not
   * be requested.
   */
  fileUrl(url: URL): URL | null
  /** Returns the headers for one hop to a file; a foreign host gets none of the platform's. */
  headersFor(url: URL, address: MediaAddress, session: GuestSession | null): Record<string, string>
  documents?: FileDocuments
}

/** Returns the rules of the platform that a file's profile belongs to. Null for an unknown one. */
export type MediaHosts = (profile: Exclude<ProfileName, 'plain'>) => PlatformHosts | null

export type HostRules = {
  platform: OtherPlatform
  /** Returns true for the hosts that look-ups may ask. */
  isPageHost(host: string): boolean
  /** Returns true for the addresses of files. They are https without port and credentials. */
  isFile(url: URL): boolean
  /** Headers of requests for files, beside Accept and Range. */
  fileHeaders?: Record<string, string>
  /** Unset if all files are at the platform's own hosts. */
  documents?: FileDocuments
  /** Returns true for hosts that the test origin plays; all of the platform's by default. */
  isPlayed?(host: string): boolean
}

/**
 * Creates a platform's host rules. `testOrigin` plays its hosts: a request to one of them goes to
 * `ORIGIN/HOST/path?query`, after its https address was checked.
 */
export function createHosts(rules: HostRules, testOrigin: string | null): PlatformHosts {
  const { platform, isPageHost, isFile, fileHeaders = {}, documents } = rules
  const { isPlayed = () => true } = rules
  const dialled = (url: URL) =>
    testOrigin === null || !isPlayed(url.hostname)
      ? url
      : new URL(`/${url.hostname}${url.pathname}${url.search}`, testOrigin)
  const profileOf = (address: string) => {
    const url = URL.parse(address)
    return url !== null && isPublic(url) && isFile(url) ? platform : null
  }
  return {
    pageUrl: (url) => (isPublic(url) && isPageHost(url.hostname) ? dialled(url) : null),
    profileOf,
    fileUrl: (url) => (profileOf(url.href) === null ? null : dialled(url)),
    headersFor: () => ({ accept: '*/*', ...fileHeaders }),
    ...(documents !== undefined && { documents }),
  }
}

/** Returns the address of one of a platform's own files. Null for any other text. */
export function ownAddress({ isFile }: HostRules, written: string, base?: string): URL | null {
  const url = URL.parse(written, base)
  return url !== null && isPublic(url) && isFile(url) ? url : null
}

/** Returns true for https without port and credentials. */
export function isPublic({ protocol, port, username, password }: URL): boolean {
  return protocol === 'https:' && port === '' && username === '' && password === ''
}
