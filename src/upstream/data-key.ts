import type { DataKeyClaim, WrappedDataKey } from '../base/access.ts'
import type { Env } from '../base/env.ts'
import { conflict, GatewayError, hasStatus, misconfigured } from '../base/errors.ts'
import { ACCESS, callObject, type ObjectAddress } from '../base/objects.ts'
import { perIsolateCache } from '../base/per-isolate-cache.ts'
import { getDeploymentId } from '../base/platform.ts'
import type { Settings } from '../base/settings.ts'
import { decryptWithKey, encryptWithKey, fromBase64, toBase64 } from './cipher.ts'

/**
 * The deployment's data key, which encrypts everything that is stored (docs/storage.md). It is random and stays the same.
 * CREDENTIALS_KEY only wraps it, so a new CREDENTIALS_KEY wraps it again and changes no record. ACCESS stores the wraps
 * and decides which one counts. STORE has copies of them.
 */
export interface DataKey {
  /** Names in STORE begin with it. No secret. */
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

/** The key that a CREDENTIALS_KEY derives, and its name. */
interface WrappingKey {
  /** The name of its wrap. */
  name: string
  key: CryptoKey
}

export interface WrapCopy extends WrappedDataKey {
  /** Whether the wrap that it replaced exists, too. */
  hasOlder: boolean
}

/** The record of a wrap in STORE. Only ACCESS writes it. */
export const wrapRecord = (name: string) => `data-keys/${name}`

const DATA_KEYS: ObjectAddress<'ACCESS'> = {
  ...ACCESS,
  unavailable: 'the data key of this gateway cannot be read: try again in a few seconds',
}

/**
 * The id of a deployment's first data key, which nearly all have for life. Every isolate knows it without a call, so it
 * reads records while it opens the key. One that the owner starts with empty data has a random id.
 */
const getFirstId = getDeploymentId

const openedKeys = perIsolateCache(() => new Map<string, DataKey>())

/**
 * The data key. The first call of a deployment makes one, or wraps the key of CREDENTIALS_KEY_PREVIOUS again. Throws
 * 500 with the name of a setting that is not set, invalid, or not the one that encrypted the data, and 503 when ACCESS
 * is needed and does not respond.
 */
export async function dataKey(settings: Settings): Promise<DataKey> {
  const { env } = settings
  const opened = openedKeys(settings)
  const by = env.CREDENTIALS_KEY ?? ''
  let key = opened.get(by)
  if (!key) {
    const raw = await openDataKey(env)
    if (!raw) throw wrongKey(env)
    key = await importDataKey(raw)
    opened.set(by, key)
  }
  return key
}

/** The id of the data key, or of the one that it most likely is while this isolate has not opened it. */
export const expectDataKeyId = (settings: Settings): string =>
  openedKeys(settings).get(settings.env.CREDENTIALS_KEY ?? '')?.id ?? getFirstId(settings.env)

function wrongKey({ CREDENTIALS_KEY_PREVIOUS }: Env): GatewayError {
  const both = CREDENTIALS_KEY_PREVIOUS ? ', and neither is CREDENTIALS_KEY_PREVIOUS' : ''
  return misconfigured(
    `CREDENTIALS_KEY is not the key that encrypted the data of this deployment${both}: set that key again, and everything continues`,
  )
}

/** Undefined when ACCESS has wraps of a data key, and the settings open none. */
async function openDataKey(env: Env): Promise<RawDataKey | undefined> {
  const wrapping = await wrappingKey(env, 'CREDENTIALS_KEY')
  const copy = await env.STORE.get<WrapCopy>(wrapRecord(wrapping.name), 'json')
  const copied = copy ? await unwrap(wrapping, copy) : undefined
  const isRotating = Boolean(env.CREDENTIALS_KEY_PREVIOUS)
  // Once CREDENTIALS_KEY_PREVIOUS is gone, ACCESS deletes its wrap.
  if (copied && (isRotating || !copy?.hasOlder)) return copied

  const makeFirst = (by: WrappingKey) => claimDataKey(env, by, newDataKey(getFirstId(env)), 'first')
  if (!isRotating) return makeFirst(wrapping)
  const known = await callObject({ env }, DATA_KEYS, ({ dataKeys }) => dataKeys.find(wrapping.name))
  if (known) return mustUnwrap(wrapping, known)
  // Isolates that do not have the new settings yet may make the data key at the same time: there is only one.
  const previous = await makeFirst(await wrappingKey(env, 'CREDENTIALS_KEY_PREVIOUS'))
  return previous && claimDataKey(env, wrapping, previous, 'rotation')
}

/**
 * Stores the wrap of a data key, unless this CREDENTIALS_KEY has one. Returns the data key that counts. Undefined when
 * ACCESS has only wraps of another one.
 */
async function claimDataKey(
  env: Env,
  by: WrappingKey,
  raw: RawDataKey,
  as: DataKeyClaim,
): Promise<RawDataKey | undefined> {
  const wrapped = { id: raw.id, ...(await encryptWithKey(by.key, wrapRecord(by.name), JSON.stringify(raw))) }
  const keepsOlder = Boolean(env.CREDENTIALS_KEY_PREVIOUS)
  const counting = await callObject({ env }, DATA_KEYS, ({ dataKeys }) =>
    dataKeys.claim(by.name, wrapped, keepsOlder, as),
  )
  return counting && mustUnwrap(by, counting)
}

/**
 * Makes an empty data key for a CREDENTIALS_KEY that opens none. The wraps of the former one stay. Throws 409 when
 * CREDENTIALS_KEY opens the data.
 */
export async function startWithEmptyData(settings: Settings): Promise<void> {
  const { env } = settings
  const wrapping = await wrappingKey(env, 'CREDENTIALS_KEY')
  if (!(await isDataClosed(settings)))
    throw conflict('CREDENTIALS_KEY opens the data of this deployment: there is nothing to start')
  await claimDataKey(env, wrapping, newDataKey(toHex(random(16))), 'empty')
}

const unencrypted = perIsolateCache((): { isKnown: boolean } => ({ isKnown: false }))

/**
 * For a deployment without CREDENTIALS_KEY. Throws 500 with that name when it has accounts or keys that were stored with
 * one, and 503 when ACCESS does not respond.
 */
export async function checkUnencrypted(settings: Settings): Promise<void> {
  const known = unencrypted(settings)
  if (known.isKnown) return
  if (await callObject(settings, DATA_KEYS, (access) => access.hasEncrypted()))
    throw misconfigured(
      'CREDENTIALS_KEY is not set, and accounts or keys of this deployment are encrypted with it: set it again, and everything continues',
    )
  // Nothing can be stored while the isolate lives.
  known.isKnown = true
}

/** Throws 500 with the name of the setting when what this deployment has stored cannot be opened. */
async function checkDataKey(settings: Settings): Promise<void> {
  if (settings.env.CREDENTIALS_KEY) await dataKey(settings)
  else await checkUnencrypted(settings)
}

/**
 * Whether the settings do not open what this deployment has stored. Then whatever runs by itself waits, and continues
 * once CREDENTIALS_KEY is right. Throws 503 when ACCESS is needed and does not respond.
 */
export async function isDataClosed(settings: Settings): Promise<boolean> {
  try {
    await checkDataKey(settings)
    return false
  } catch (error) {
    if (hasStatus(error, 500)) return true
    throw error
  }
}

/** How long work that runs by itself waits before it tries again to open the data, in milliseconds. */
export const CLOSED_MS = 30_000

/** Why the data of this deployment cannot be opened. Undefined when it can, when there is none, and when that is unknown. */
export async function findKeyProblem(settings: Settings): Promise<string | undefined> {
  try {
    await checkDataKey(settings)
    return undefined
  } catch (error) {
    if (!(error instanceof GatewayError) || error.status !== 500) return undefined
    // Before the first use there is nothing that an invalid setting closes.
    const hasData = await callObject(settings, DATA_KEYS, ({ dataKeys }) => dataKeys.hasAny()).catch(() => false)
    return hasData ? error.message : undefined
  }
}

/**
 * How many data keys only CREDENTIALS_KEY_PREVIOUS wraps. Not 0 when a CREDENTIALS_KEY was in use alone before
 * CREDENTIALS_KEY_PREVIOUS was set: then each wraps its own.
 */
export async function countUnrotated(settings: Settings): Promise<number> {
  const { id } = await dataKey(settings)
  const { name } = await wrappingKey(settings.env, 'CREDENTIALS_KEY_PREVIOUS')
  const previous = await callObject(settings, DATA_KEYS, ({ dataKeys }) => dataKeys.find(name))
  return previous && previous.id !== id ? 1 : 0
}

const random = (length: number) => crypto.getRandomValues(new Uint8Array(length))
const newDataKey = (id: string): RawDataKey => ({ id, key: toBase64(random(32)) })

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
  const text = await decryptWithKey(key, wrapRecord(name), wrapped)
  return text === undefined ? undefined : (JSON.parse(text) as RawDataKey)
}

async function mustUnwrap(by: WrappingKey, wrapped: WrappedDataKey): Promise<RawDataKey> {
  const raw = await unwrap(by, wrapped)
  if (raw) return raw
  throw misconfigured('the data key of this deployment cannot be decrypted, although CREDENTIALS_KEY wrapped it')
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
