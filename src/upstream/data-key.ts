import { ACCESS_NAME, type WrappedDataKey } from '../base/access.ts'
import type { Env } from '../base/env.ts'
import { GatewayError, misconfigured } from '../base/errors.ts'
import { perIsolateCache } from '../base/per-isolate-cache.ts'
import { getDeploymentId } from '../base/platform.ts'
import type { Settings } from '../base/settings.ts'
import { fromBase64, seal, toBase64, unseal } from './cipher.ts'

/**
 * The deployment's data key, which encrypts everything that is stored (docs/storage.md). It is random and stays the same.
 * CREDENTIALS_KEY only wraps it, so a new CREDENTIALS_KEY wraps it again and changes no record. ACCESS stores the wraps
 * and decides which one counts. STORE has copies of them.
 */
export interface DataKey {
  /** Names in STORE begin with it: 32 hex digits. */
  readonly id: string
  /** Encrypts records: AES-256-GCM. */
  readonly records: CryptoKey
  /** Derives other keys, by HKDF. */
  readonly material: CryptoKey
}

/** A data key before it is imported: its id, and 32 bytes in base64. */
interface RawDataKey {
  id: string
  key: string
}

/** A setting that wraps the data key. */
type KeySetting = 'CREDENTIALS_KEY' | 'CREDENTIALS_KEY_PREVIOUS'

/** What is derived from a CREDENTIALS_KEY. */
interface WrappingKey {
  /** The name of its wrap. */
  name: string
  key: CryptoKey
}

/** The copy of a wrap in STORE. */
export interface WrapCopy extends WrappedDataKey {
  /** Whether the wrap that it replaced exists, too. */
  hasOlder: boolean
}

/** The record of a wrap in STORE. Only ACCESS writes it. */
export const wrapRecord = (name: string) => `data-keys/${name}`

const openedKeys = perIsolateCache(() => new Map<string, DataKey>())

/**
 * The data key. The first call makes one, or wraps that of CREDENTIALS_KEY_PREVIOUS again. Throws 500 with the name of a
 * setting that is not set or invalid, and 503 when ACCESS is needed and does not respond.
 */
export async function dataKey(settings: Settings): Promise<DataKey> {
  const opened = openedKeys(settings)
  const by = settings.env.CREDENTIALS_KEY ?? ''
  let key = opened.get(by)
  if (!key) {
    key = await importDataKey(await openDataKey(settings.env))
    opened.set(by, key)
  }
  return key
}

async function openDataKey(env: Env): Promise<RawDataKey> {
  const wrapping = await wrappingKey(env, 'CREDENTIALS_KEY')
  const copy = await env.STORE.get<WrapCopy>(wrapRecord(wrapping.name), 'json')
  const copied = copy ? await unwrap(wrapping, copy) : undefined
  const isRotating = Boolean(env.CREDENTIALS_KEY_PREVIOUS)
  // Once CREDENTIALS_KEY_PREVIOUS is gone, ACCESS deletes its wrap.
  if (copied && (isRotating || !copy?.hasOlder)) return copied

  const access = env.ACCESS.getByName(ACCESS_NAME)
  const claim = async (by: WrappingKey, raw: RawDataKey) => {
    const wrapped = { id: raw.id, ...(await seal(by.key, wrapRecord(by.name), JSON.stringify(raw))) }
    return mustUnwrap(by, await answered(access.claimDataKey(by.name, wrapped, isRotating)))
  }
  if (!isRotating) return claim(wrapping, newDataKey())
  const known = await answered(access.findDataKey(wrapping.name))
  if (known) return mustUnwrap(wrapping, known)
  // Isolates that do not have the new settings yet may make the data key at the same time: there is only one.
  return claim(wrapping, await claim(await wrappingKey(env, 'CREDENTIALS_KEY_PREVIOUS'), newDataKey()))
}

/**
 * How many data keys only CREDENTIALS_KEY_PREVIOUS wraps. Not 0 when a CREDENTIALS_KEY was in use alone before
 * CREDENTIALS_KEY_PREVIOUS was set: then each wraps its own.
 */
export async function countUnrotated(settings: Settings): Promise<number> {
  const { id } = await dataKey(settings)
  const { name } = await wrappingKey(settings.env, 'CREDENTIALS_KEY_PREVIOUS')
  const previous = await answered(settings.env.ACCESS.getByName(ACCESS_NAME).findDataKey(name))
  return previous && previous.id !== id ? 1 : 0
}

function newDataKey(): RawDataKey {
  const random = (length: number) => crypto.getRandomValues(new Uint8Array(length))
  return { id: toHex(random(16)), key: toBase64(random(32)) }
}

async function importDataKey({ id, key }: RawDataKey): Promise<DataKey> {
  const material = await crypto.subtle.importKey('raw', fromBase64(key), 'HKDF', false, ['deriveKey'])
  return { id, material, records: await deriveAesKey(material, 'latchkey records') }
}

/** Two deployments never have a wrap in common, even with the same CREDENTIALS_KEY and the same STORE. */
async function wrappingKey(env: Env, name: KeySetting): Promise<WrappingKey> {
  const bytes = keyBytes(name, env[name])
  const material = await crypto.subtle.importKey('raw', bytes, 'HKDF', false, ['deriveKey', 'deriveBits'])
  const label = hkdf(`latchkey data key of ${getDeploymentId(env)}`)
  return {
    name: toHex(new Uint8Array(await crypto.subtle.deriveBits(label, material, 128))),
    key: await deriveAesKey(material, 'latchkey data key'),
  }
}

const deriveAesKey = (material: CryptoKey, purpose: string) =>
  crypto.subtle.deriveKey(hkdf(purpose), material, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])

/** HKDF-SHA-256 without a salt, because its input is random. */
export const hkdf = (purpose: string) => ({
  name: 'HKDF',
  hash: 'SHA-256',
  salt: new Uint8Array(),
  info: new TextEncoder().encode(purpose),
})

async function unwrap({ key, name }: WrappingKey, wrapped: WrappedDataKey): Promise<RawDataKey | undefined> {
  const text = await unseal(key, wrapRecord(name), wrapped)
  return text === undefined ? undefined : (JSON.parse(text) as RawDataKey)
}

async function mustUnwrap(by: WrappingKey, wrapped: WrappedDataKey): Promise<RawDataKey> {
  const raw = await unwrap(by, wrapped)
  if (raw) return raw
  throw misconfigured('the data key of this deployment cannot be decrypted, although CREDENTIALS_KEY wrapped it')
}

async function answered<Value>(answer: Promise<Value>): Promise<Value> {
  try {
    return await answer
  } catch {
    throw new GatewayError(503, 'the data key of this gateway cannot be read: try again in a few seconds', {
      headers: { 'Retry-After': '5' },
    })
  }
}

/** The 32 bytes of a key. Throws 500 with the setting's name when it is not set or invalid. */
export function keyBytes(name: KeySetting, base64: string | undefined): Uint8Array<ArrayBuffer> {
  if (!base64) throw misconfigured(`${name} is not set, and stored credentials need it`)
  if (!KEY.test(base64)) throw misconfigured(`${name} must be 32 bytes in base64`)
  return fromBase64(base64)
}

/** 32 bytes in base64, with or without padding. */
const KEY = /^[A-Za-z0-9+/]{43}=?$/

const toHex = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
