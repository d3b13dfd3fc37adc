import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isIP } from 'node:net'

// The little of DER (X.690) and X.509 (RFC 5280) that a self-signed certificate needs: Node can
// read certificates, not make them, and the openssl command is not on every machine.

function der(tag: number, ...contents: Uint8Array[]): Buffer {
  const body = Buffer.concat(contents)
  if (body.length < 0x80) return Buffer.concat([Buffer.from([tag, body.length]), body])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(body.length)
  const digits = length.subarray(length.findIndex((byte) => byte !== 0))
  return Buffer.concat([Buffer.from([tag, 0x80 | digits.length]), digits, body])
}

const sequence = (...parts: Uint8Array[]) => der(0x30, ...parts)
const objectId = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))
const octets = (content: Uint8Array) => der(0x04, content)
const bitString = (content: Uint8Array) => der(0x03, Buffer.from([0]), content)
const yes = der(0x01, Buffer.from([0xff]))

function utcTime(date: Date): Buffer {
  const digits = date.toISOString().replace(/\D/g, '')
  return der(0x17, Buffer.from(`${digits.slice(2, 14)}Z`))
}

function subjectAltName(names: string[]): Buffer {
  const entries = names.map((name) => {
    if (isIP(name) === 4) return der(0x87, Buffer.from(name.split('.').map(Number)))
    if (name === '::1') return der(0x87, Buffer.from('1'.padStart(32, '0'), 'hex'))
    return der(0x82, Buffer.from(name, 'latin1'))
  })
  return sequence(objectId('551d11'), octets(sequence(...entries)))
}

function pem(label: string, content: Buffer): string {
  const lines = content.toString('base64').match(/.{1,64}/g) ?? []
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`
}

/**
 * A fresh P-256 key and a certificate signed with it, both PEM, good from yesterday for ten days.
 * The certificate is its own authority: give it to a client as `ca`, or by NODE_EXTRA_CA_CERTS.
 */
export function selfSigned(names: string[] = ['localhost', '127.0.0.1', '::1']): {
  key: string
  cert: string
} {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const day = 24 * 3600 * 1000
  const ecdsaWithSha256 = sequence(objectId('2a8648ce3d040302'))
  const commonName = sequence(objectId('550403'), der(0x0c, Buffer.from('Fake upstream')))
  const name = sequence(der(0x31, commonName))
  const certificateAuthority = sequence(objectId('551d13'), yes, octets(sequence(yes)))

  const content = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([0x01]), randomBytes(8)),
    ecdsaWithSha256,
    name,
    sequence(utcTime(new Date(Date.now() - day)), utcTime(new Date(Date.now() + 10 * day))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(certificateAuthority, subjectAltName(names))),
  )
  const signature = sign('sha256', content, privateKey)
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: pem('CERTIFICATE', sequence(content, ecdsaWithSha256, bitString(signature))),
  }
}
