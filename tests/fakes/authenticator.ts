import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** A device with one passkey, as WebAuthn describes it: ES256, no attestation, its owner verified. */
export function createAuthenticator(site: { origin: string; host: string }) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(32)
  let counter = 0

  const clientData = (type: string, challenge: string, origin: string, crossOrigin: boolean) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin }))

  /** The state of the device: a hash of the host, that its owner is there and verified, the counter. */
  function authenticatorData(flags: number, more = Buffer.alloc(0)): Buffer {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(Buffer.from(site.host)), Buffer.from([flags]), count, more])
  }

  const answer = (response: Record<string, unknown>) =>
    JSON.stringify({
      id: id.toString('base64url'),
      rawId: id.toString('base64url'),
      type: 'public-key',
      clientExtensionResults: {},
      response,
    })

  return {
    /** What a browser sends of a passkey that it has just made. */
    create(
      challenge: string,
      { origin = site.origin, crossOrigin = false, format = 'none' } = {},
    ): string {
      const key = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ])
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key])
      const data = authenticatorData(0x45, credential)
      const attestationObject = Buffer.concat([
        Buffer.from([0xa3, 0x63]),
        Buffer.from('fmt'),
        Buffer.from([0x60 + format.length]),
        Buffer.from(format),
        Buffer.from([0x67]),
        Buffer.from('attStmt'),
        Buffer.from([0xa0, 0x68]),
        Buffer.from('authData'),
        Buffer.from([0x58, data.length]),
        data,
      ])
      const client = clientData('webauthn.create', challenge, origin, crossOrigin)
      return answer({
        clientDataJSON: client.toString('base64url'),
        attestationObject: attestationObject.toString('base64url'),
        transports: ['internal'],
      })
    },
    /** What a browser sends of a sign-in. `verified: false` is a device that asked for no fingerprint. */
    get(
      challenge: string,
      { origin = site.origin, crossOrigin = false, verified = true, count = counter + 1 } = {},
    ) {
      counter = count
      const data = authenticatorData(verified ? 0x05 : 0x01)
      const client = clientData('webauthn.get', challenge, origin, crossOrigin)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      return answer({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
      })
    },
  }
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest()
}
