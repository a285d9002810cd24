import * as z from 'zod/mini'
import { sha256Hex } from '../base/crypto.ts'
import type { Env } from '../base/env.ts'
import { GatewayError, misconfigured } from '../base/errors.ts'
import {
  ACCOUNT_SECRETS,
  type Account,
  groupOfAccount,
  isFirst,
  type Product,
  type ProductOf,
  productOf,
  type SecretName,
  type Secrets,
} from '../base/groups.ts'
import { lazy } from '../base/lazy.ts'
import { describeMisplaced, findMisplaced } from '../base/misplaced.ts'
import { ACCESS, callObject, type ObjectAddress } from '../base/objects.ts'
import { perIsolateCache } from '../base/per-isolate-cache.ts'
import { withoutQuotes } from '../base/quotes.ts'
import type { Settings } from '../base/settings.ts'
import { dedupePerRequest, type UpstreamContext } from './context.ts'
import { checkUnencrypted, type DataKey, dataKey } from './data-key.ts'
import { deleteRecord, hasEncryptionKey, readRecord, writeRecord } from './store.ts'

type SecretsOf<P extends Product> = Record<(typeof ACCOUNT_SECRETS)[P][number], string>

/** How long an isolate uses what it read from STORE, in milliseconds. */
const CACHE_MS = 60_000
/** How much longer it is used while it is read again in the background. */
const LATE_MS = 60_000
/** How long a background read may take before another one is started. */
const PATIENCE_MS = 10_000

interface Known {
  secrets: Secrets
  /** When it is read again, and until when it is used in the meantime, in epoch milliseconds. */
  rereadAt: number
  until: number
}

interface Memory {
  known: Map<Account, Known>
  /** Counts reads and changes, so that a read that started before a change does not undo it. */
  sequence: number
  lastSequences: Map<Account, number>
}

const getMemory = perIsolateCache((): Memory => ({ known: new Map(), sequence: 0, lastSequences: new Map() }))

/**
 * The secrets of the account that the request uses: those connected through the app, or the deployment's own. Throws 401
 * when the account is not connected, and 500 with CREDENTIALS_KEY for a record that cannot be decrypted.
 */
export async function readCredentials<P extends Product>(upstream: UpstreamContext, product: P): Promise<SecretsOf<P>> {
  const { candidate } = upstream
  const account = upstream.accountOf(product)
  const isTrial = candidate?.account === account
  const secrets = isTrial ? candidate.secrets : await currentSecrets(upstream, account)
  const missing = missingIn(secrets, account)
  if (missing.length > 0) throw notConnected(account, missing)
  for (const name of ACCOUNT_SECRETS[product]) upstream.redactor.add(secrets[name] ?? '')
  upstream.used.account = account
  upstream.used.secrets = secrets
  return secrets as SecretsOf<P>
}

/**
 * Like `readCredentials`, but undefined when the account is not connected, for code that works without it. An account that
 * the request or its key names is required.
 */
export async function findCredentials<P extends Product>(
  upstream: UpstreamContext,
  product: P,
): Promise<SecretsOf<P> | undefined> {
  try {
    return await readCredentials(upstream, product)
  } catch (error) {
    const isMissing = error instanceof GatewayError && error.reason === 'account not connected'
    if (isMissing && !upstream.isNamed(product)) return undefined
    throw error
  }
}

/** Whether all secrets of the account exist that the request uses. This does not count as using them. */
export async function isConnected(upstream: UpstreamContext, product: Product): Promise<boolean> {
  const account = upstream.accountOf(product)
  return missingIn(await currentSecrets(upstream, account), account).length === 0
}

/** The names of the secrets of an account. */
export const secretNames = (account: Account): readonly SecretName[] => ACCOUNT_SECRETS[productOf(account)]

const missingIn = (secrets: Secrets, account: Account): SecretName[] =>
  secretNames(account).filter((name) => !secrets[name])

const onceForRequest = dedupePerRequest<Secrets>()
const keyOnceForRequest = dedupePerRequest<DataKey>()
const storedOnceForRequest = dedupePerRequest<readonly string[]>()

/**
 * Recently expired secrets are used while they are read again in the background, so that no request waits (storage.md).
 */
async function currentSecrets(upstream: UpstreamContext, account: Account): Promise<Secrets> {
  const now = upstream.platform.now()
  const known = getMemory(upstream.settings).known.get(account)
  if (known && now < known.rereadAt) return known.secrets
  if (known && now < known.until && missingIn(known.secrets, account).length === 0 && upstream.waitUntil) {
    known.rereadAt = Math.min(known.until, now + PATIENCE_MS)
    // An error is thrown to later callers once the time is up.
    upstream.waitUntil(reread(upstream, account).catch(() => {}))
    return known.secrets
  }
  return onceForRequest(upstream.whole, account, () => reread(upstream, account))
}

async function reread(upstream: UpstreamContext, account: Account): Promise<Secrets> {
  const { settings, platform } = upstream
  const memory = getMemory(settings)
  memory.sequence += 1
  const { sequence } = memory
  // Accounts that are read at the same time need one data key.
  const open = () => keyOnceForRequest(upstream.whole, '', () => dataKey(settings))
  const readStored = () => storedOnceForRequest(upstream.whole, '', () => readStoredAccounts(settings))
  const isLate = () => sequence < (memory.lastSequences.get(account) ?? 0)
  const { secrets } = await readCredentialSource(settings, account, { readStored, open }).catch((error: unknown) => {
    const newer = isLate() ? memory.known.get(account) : undefined
    if (newer) return newer
    throw error
  })
  if (isLate()) return memory.known.get(account)?.secrets ?? secrets
  memory.lastSequences.set(account, sequence)
  // If nothing can be stored, nothing can change while the isolate lives.
  const rereadAt = hasEncryptionKey(settings) ? platform.now() + CACHE_MS : Infinity
  memory.known.set(account, { secrets, rereadAt, until: rereadAt + LATE_MS })
  return secrets
}

/** The shop has two accounts, so the message says which one is meant. */
const SIDES: Partial<Record<Product, string>> = { 'shop-seller': ' (seller side)', 'shop-consumer': ' (consumer side)' }

/** 401. It names the missing secrets of an account that has others: only whoever set those knows their names. */
function notConnected(account: Account, missing: readonly SecretName[]): GatewayError {
  const verb = missing.length === 1 ? 'is' : 'are'
  const isPart = missing.length < secretNames(account).length
  const unset = isPart ? `: ${missing.join(', ')} ${verb} not set` : ''
  const which = isFirst(account)
    ? `${groupOfAccount(account)} account is not connected${SIDES[account] ?? ''}`
    : `the account ${account} is not connected`
  return new GatewayError(401, `${which}${unset}`, {
    reason: 'account not connected',
    parameters: { account },
  })
}

/** The isolate's cached secrets of an account, of any age. Undefined when there are none. */
export const knownSecrets = (settings: Settings, account: Account): Secrets | undefined =>
  getMemory(settings).known.get(account)?.secrets

/** Clears the isolate's cache after the product rejected the account of a request, so that a reconnected one works at once. */
export const clearCredentialCache = (upstream: UpstreamContext, product: Product): void =>
  dropCachedCredentials(upstream.settings, upstream.accountOf(product))

/** Clears what the isolate cached of an account. A running read is not cached either. */
export function dropCachedCredentials(settings: Settings, account: Account): void {
  const memory = getMemory(settings)
  memory.sequence += 1
  memory.lastSequences.set(account, memory.sequence)
  memory.known.delete(account)
}

/**
 * Stores an account's secrets, encrypted. From then on they are preferred to the deployment's own. Throws 500 with the
 * name of an invalid secret.
 */
export async function storeCredentials<A extends Account>(
  settings: Settings,
  account: A,
  secrets: SecretsOf<ProductOf<A>>,
) {
  const names: readonly (keyof typeof secrets)[] = ACCOUNT_SECRETS[productOf(account)]
  const cleaned = Object.fromEntries(names.map((name) => [name, cleanSecret(name, secrets[name])]))
  await storeSecrets(settings, account, cleaned)
}

/**
 * As `storeCredentials`, for secrets that are cleaned. Throws 409 for a credential of another account of the product.
 *
 * @param credentials what two accounts may not have in common. Defaults to the secrets as a whole
 */
export async function storeSecrets(
  settings: Settings,
  account: Account,
  secrets: Secrets,
  credentials: readonly string[] = [JSON.stringify(secrets)],
): Promise<void> {
  await writeSecrets(settings, account, secrets, await Promise.all(credentials.map(sha256Hex)))
  dropCachedCredentials(settings, account)
}

/** Disconnects an account. A secret of the deployment for it is ignored until it changes. */
export async function deleteCredentials(settings: Settings, account: Account): Promise<void> {
  await dropSecrets(settings, account)
  dropCachedCredentials(settings, account)
}

/** The secrets of a connected account, which override the deployment's. */
const storedAccount = lazy(() => {
  /** Digest of the deployment's own secrets at that time. Once those change, they are preferred again. */
  const replaced = z.string()
  return z.union([
    z.object({ secrets: z.record(z.string(), z.string()), replaced }),
    z.object({ disconnected: z.literal(true), replaced }),
  ])
})
type StoredAccount = z.infer<ReturnType<typeof storedAccount>>

const recordName = (account: Account) => `credentials/${account}`

export interface CredentialSource {
  secrets: Secrets
  /** Null when there are none. */
  source: 'kept' | 'secret' | null
  /** Whether they override secrets of the deployment. */
  isOverruling: boolean
}

/**
 * The secrets in use: those connected through the app, or the deployment's own. Without CREDENTIALS_KEY nothing is
 * stored, so STORE is not read. Throws 500 with that name when the key is invalid, is not the right one, or does not
 * decrypt the record. Throws 500 with the account when it was connected, and STORE has no record of it: its product may
 * be used neither with other secrets nor as if nobody had connected it.
 *
 * @param reads what the accounts of a request share: the accounts that ACCESS has noted, read only where STORE has no
 * record, and the data key
 */
export async function readCredentialSource(
  settings: Settings,
  account: Account,
  { readStored = () => readStoredAccounts(settings), open = () => dataKey(settings) } = {},
): Promise<CredentialSource> {
  if (!hasEncryptionKey(settings)) {
    await checkUnencrypted(settings)
    return ownSource(ownSecrets(settings, account))
  }
  const stored = await readRecord(settings, recordName(account), open)
  const own = ownSecrets(settings, account)
  if (stored === undefined) {
    if ((await readStored()).includes(account)) throw lostAccount(account)
    return ownSource(own)
  }
  const record = storedAccount().safeParse(stored)
  if (!record.success) throw misconfigured(`the stored ${account} account is not valid: reconnect it`)
  const hasOwn = hasOwnSecrets(settings, account)
  const changed = hasOwn && (await secretsDigest(own)) !== record.data.replaced
  if (changed) return ownSource(own)
  if ('disconnected' in record.data) return { secrets: {}, source: null, isOverruling: hasOwn }
  return { secrets: record.data.secrets, source: 'kept', isOverruling: hasOwn }
}

/** The deployment's own secrets, as the source. Throws 500 with the name of one that belongs to another product. */
function ownSource(secrets: Secrets): CredentialSource {
  checkPlaces(secrets)
  return { secrets, source: Object.keys(secrets).length > 0 ? 'secret' : null, isOverruling: false }
}

/** Stores the secrets, encrypted. They override the deployment's own. */
async function writeSecrets(settings: Settings, account: Account, secrets: Secrets, credentials: readonly string[]) {
  await write(settings, account, { secrets, replaced: await secretsDigest(ownSecrets(settings, account)) }, credentials)
}

const write = (settings: Settings, account: Account, record: StoredAccount, credentials: readonly string[] = []) =>
  noted(settings, account, true, credentials, () => writeRecord(settings, recordName(account), JSON.stringify(record)))

/** Deletes what is stored, and ignores the deployment's own secrets, if there are any, until they change. */
async function dropSecrets(settings: Settings, account: Account): Promise<void> {
  const own = ownSecrets(settings, account)
  const hasOwn = hasOwnSecrets(settings, account)
  if (!hasEncryptionKey(settings)) {
    await checkUnencrypted(settings)
    // Without that key no isolate would read the record.
    if (hasOwn) throw misconfigured('CREDENTIALS_KEY is not set, and a disconnection could not be stored')
    return
  }
  if (hasOwn) await write(settings, account, { disconnected: true, replaced: await secretsDigest(own) })
  else await noted(settings, account, false, [], () => deleteRecord(settings, recordName(account)))
}

const STORED_ACCOUNTS: ObjectAddress<'ACCESS'> = {
  ...ACCESS,
  isRepeatable: true,
  unavailable: 'it is not known which accounts are connected: try again in a few seconds',
}

/**
 * Changes the record of an account in STORE. ACCESS notes the account before, so that a lost record is not taken for an
 * account that nobody connected. A change that STORE does not accept leaves the note as it was.
 */
async function noted(
  settings: Settings,
  account: Account,
  isStored: boolean,
  credentials: readonly string[],
  change: () => Promise<void>,
) {
  const { id } = await dataKey(settings)
  const accountChange = await callObject(settings, STORED_ACCOUNTS, (access) =>
    access.storedAccounts.startChange(id, account, credentials),
  )
  const end = (isNowStored: boolean | undefined, isUndone = false) =>
    callObject(settings, STORED_ACCOUNTS, (access) =>
      access.storedAccounts.endChange(id, account, accountChange, isNowStored, isUndone),
    )
  try {
    await change()
  } catch (error) {
    await end(accountChange.wasStored, true).catch(() => {})
    throw error
  }
  if (!isStored) await end(false)
}

/** The accounts of which STORE has a record, also when this location does not see it yet. */
const readStoredAccounts = async (settings: Settings): Promise<readonly string[]> => {
  const { id } = await dataKey(settings)
  return callObject(settings, STORED_ACCOUNTS, (access) => access.storedAccounts.list(id))
}

const notedAccounts = perIsolateCache(() => new Set<Account>())

/** Notes an account whose record was found, in case it is not noted. Never throws: the next call tries again. */
export async function noteStored(settings: Settings, account: Account): Promise<void> {
  const known = notedAccounts(settings)
  if (known.has(account)) return
  try {
    const { id } = await dataKey(settings)
    await callObject(settings, STORED_ACCOUNTS, (access) => access.storedAccounts.note(id, account))
    known.add(account)
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
  }
}

const lostAccount = (account: Account) =>
  new GatewayError(
    500,
    `the ${account} account is connected, but its stored credential was not found: if it was connected in the last minute, try again then; otherwise reconnect it, or disconnect it`,
    { headers: { 'Retry-After': '60' }, parameters: { account } },
  )

/** Whether the deployment has a secret for the account. */
export const hasOwnSecrets = (settings: Settings, account: Account): boolean =>
  Object.keys(ownSecrets(settings, account)).length > 0

/** The deployment's own secrets are of the first account of a product. */
function ownSecrets({ env }: Settings, account: Account): Secrets {
  const secrets: Secrets = {}
  for (const name of isFirst(account) ? secretNames(account) : []) {
    const secret = readSecret(env, name)
    if (secret) secrets[name] = secret
  }
  return secrets
}

/** Compares secrets without storing them. They are always in the order of ACCOUNT_SECRETS. */
export const secretsDigest = (secrets: Secrets): Promise<string> => sha256Hex(JSON.stringify(secrets))

/** A Cookie header contains spaces. */
const WITH_BLANKS: ReadonlySet<SecretName> = new Set<SecretName>(['SHOP_SESSION'])

/** A text with tokens and other content. Its group parses it and validates what is sent. */
const WITH_TOKENS: ReadonlySet<SecretName> = new Set<SecretName>(['RECORDER_TOKEN'])

/** A secret of the deployment. Undefined when it is not set. */
export function readSecret(env: Env, name: SecretName): string | undefined {
  const value = env[name]
  return value ? cleanSecret(name, value) || undefined : undefined
}

/**
 * A pasted value without surrounding spaces and quotes. Throws 500 with the setting's name for a value that cannot be
 * in a header, before anything is sent, because the runtime would log it.
 */
export function cleanSecret(name: SecretName, value: string): string {
  const text = withoutQuotes(value)
  if (!WITH_TOKENS.has(name)) checkSecret(name, WITH_BLANKS.has(name) ? text.replaceAll(' ', '') : text)
  return text
}

/** Throws 500 with the setting's name for text with anything but visible ASCII characters. */
export function checkSecret(name: SecretName, text: string): void {
  if (!/^[\x21-\x7e]*$/.test(text)) {
    throw misconfigured(`${name} holds a blank, a line break or a character that cannot be sent: paste it again`)
  }
}

/** Throws 500 with the name of a setting whose secret belongs to another product. */
function checkPlaces(secrets: Secrets): void {
  for (const name of Object.keys(secrets) as SecretName[]) {
    const misplaced = findMisplaced(name, secrets[name] ?? '')
    if (misplaced) throw misconfigured(`${name}: ${describeMisplaced(misplaced)}`)
  }
}
