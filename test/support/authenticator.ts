import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { sha256, toBase64Url } from '../../src/base/crypto.ts'

/** What a device does otherwise than an honest one in front of its owner. */
interface Difference {
  /** The origin that the browser reports. */
  origin?: string
  /** The host that the device signs for. */
  host?: string
  /** Whether the device has asked for a fingerprint, a face or a PIN. */
  isVerified?: boolean
  /** How often it says that it was used. */
  counter?: number
}

interface Options {
  challenge: string
}

/** A device with one passkey, as a browser shows it to a page. */
export interface Authenticator {
  create(options: Options, difference?: Difference): Promise<RegistrationResponseJSON>
  get(options: Options, difference?: Difference): Promise<AuthenticationResponseJSON>
}

const PRESENT = 0x01
const VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

/** @param origin of the page */
export async function createAuthenticator(origin = 'https://latchkey.test'): Promise<Authenticator> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
  const { privateKey, publicKey } = (await crypto.subtle.generateKey(algorithm, true, ['sign'])) as CryptoKeyPair
  const { x = '', y = '' } = (await crypto.subtle.exportKey('jwk', publicKey)) as JsonWebKey
  const credentialId = crypto.getRandomValues(new Uint8Array(32))
  const id = toBase64Url(credentialId)
  let uses = 0

  const authenticatorData = async (
    { host = new URL(origin).hostname, isVerified = true, counter = ++uses }: Difference,
    credential: readonly number[] = [],
  ) => {
    const flags = PRESENT | (isVerified ? VERIFIED : 0) | (credential.length > 0 ? HAS_CREDENTIAL : 0)
    const count = [24, 16, 8, 0].map((shift) => (counter >> shift) & 0xff)
    return Uint8Array.from([...(await sha256(host)), flags, ...count, ...credential])
  }
  const clientData = (type: string, { challenge }: Options, { origin: reported = origin }: Difference) =>
    bytes(JSON.stringify({ type, challenge, origin: reported, crossOrigin: false }))
  const answer = { id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} }

  return {
    async create(options, difference = {}) {
      // CBOR: an elliptic curve key (kty 2) of ES256 (-7) on P-256 (1) with its two coordinates.
      const key = [0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 32, ...decoded(x), 0x22, 0x58, 32, ...decoded(y)]
      const credential = [...new Uint8Array(16), 0, credentialId.length, ...credentialId, ...key]
      const data = await authenticatorData({ counter: 0, ...difference }, credential)
      const attestation = [
        ...[0xa3, 0x63, ...bytes('fmt'), 0x64, ...bytes('none')],
        ...[0x67, ...bytes('attStmt'), 0xa0],
        ...[0x68, ...bytes('authData'), 0x58, data.length, ...data],
      ]
      return {
        ...answer,
        response: {
          clientDataJSON: toBase64Url(clientData('webauthn.create', options, difference)),
          attestationObject: toBase64Url(Uint8Array.from(attestation)),
          transports: ['internal'],
        },
      }
    },
    async get(options, difference = {}) {
      const data = await authenticatorData(difference)
      const client = clientData('webauthn.get', options, difference)
      const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', client))
      const signed = Uint8Array.from([...data, ...digest])
      const signature = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, privateKey, signed)
      return {
        ...answer,
        response: {
          clientDataJSON: toBase64Url(client),
          authenticatorData: toBase64Url(data),
          signature: toBase64Url(asDer(new Uint8Array(signature))),
        },
      }
    },
  }
}

const bytes = (text: string) => new TextEncoder().encode(text)

const decoded = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))

/** Two numbers of 32 bytes in the form of WebAuthn: a sequence (0x30) of integers (0x02). */
function asDer(signature: Uint8Array): Uint8Array {
  const numbers = [signature.slice(0, 32), signature.slice(32)].flatMap((number) => {
    const digits = [...number].slice(number.findIndex((byte) => byte !== 0))
    const padded = (digits[0] ?? 0) >= 0x80 ? [0, ...digits] : digits
    return [0x02, padded.length, ...padded]
  })
  return Uint8Array.from([0x30, numbers.length, ...numbers])
}
