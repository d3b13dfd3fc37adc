import type { PeerCertificate } from 'node:tls'

const withoutCheck = 'sslmode=no-verify encrypts without knowing whom it reaches.'

/** Returns a text for a connection that TLS refused, with the cure. Null for other errors. */
export function tlsText(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  if (error.message.startsWith('The server does not support SSL')) {
    return `${error.message}. To connect without TLS, write sslmode=disable into the address.`
  }
  const code = 'code' in error ? String(error.code) : ''
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    const { cert } = error as Error & { cert?: PeerCertificate }
    return `Its certificate is for other names (${cert?.subjectaltname ?? 'none'}). Write one of them as the host. ${withoutCheck}`
  }
  // Node's own texts end with advice about Node.
  if (/SELF_SIGNED|UNABLE_TO_(?:GET_ISSUER|VERIFY)|CERT_UNTRUSTED/.test(code)) {
    return `Its certificate isn’t from an authority that is known here (${code}). Save the certificate of your host’s authority, or your own, as a file, and add sslrootcert=FILE to the address. ${withoutCheck}`
  }
  return null
}
