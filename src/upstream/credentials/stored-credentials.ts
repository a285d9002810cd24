import * as z from 'zod'
import { ACCOUNT_SECRETS, type Account } from '../../base/connected-accounts.ts'
import { sha256Hex } from '../../base/digest.ts'
import type { SecretName } from '../../base/env.ts'
import { misconfigured } from '../../base/errors.ts'
import { lazy } from '../../base/lazy.ts'
import type { Settings } from '../../base/settings.ts'
import { decrypt, encrypt } from './encryption.ts'
import { readSecret } from './secret-validation.ts'
import { dropStored, readStored, writeStored } from './store.ts'

export type Secrets = Partial<Record<SecretName, string>>

/** STORE `<label>/credentials/<account>`: the secrets of a reconnected account, sealed, over those of the deployment. */
const storedAccount = lazy(() => {
  /** Digest of the deployment's own secrets when this was kept. Once those change, they are preferred again. */
  const replaced = z.string()
  return z.union([
    z.object({ iv: z.string(), data: z.string(), replaced }),
    z.object({ disconnected: z.literal(true), replaced }),
  ])
})
type StoredAccount = z.infer<ReturnType<typeof storedAccount>>

const recordName = (account: Account) => `credentials/${account}`

/** Whether an account's secrets can be kept at run time, and so can appear in STORE while the isolate lives. */
export const canKeep = ({ env }: Settings): boolean => Boolean(env.CREDENTIALS_KEY)

/**
 * The secrets that are in use: those kept at run time, else the deployment's own. Without CREDENTIALS_KEY nothing is kept
 * (decisions.md section 1), so that STORE is not asked. Throws 500 naming that key for a record that it does not open, or
 * when it is no key.
 */
export const readSecrets = async (settings: Settings, account: Account): Promise<Secrets> =>
  (await readStanding(settings, account)).secrets

/** Secrets, and where they stand. */
export interface CredentialSource {
  secrets: Secrets
  /** Null where there are none. */
  source: 'kept' | 'secret' | null
  /** Whether secrets of the deployment stand behind, which are overruled. */
  isOverruling: boolean
}

/** As `readSecrets`, with their source. */
export async function readStanding(settings: Settings, account: Account): Promise<CredentialSource> {
  const own = ownSecrets(settings, account)
  const hasOwn = Object.keys(own).length > 0
  const ownStanding = { secrets: own, source: hasOwn ? ('secret' as const) : null, isOverruling: false }
  if (!canKeep(settings)) return ownStanding
  const stored = await readStored(settings, () => recordName(account))
  if (!stored) return ownStanding
  const record = storedAccount().safeParse(stored.value)
  if (!record.success) throw misconfigured(`the stored ${account} account is not valid: reconnect it`)
  const changed = hasOwn && (await secretsDigest(own)) !== record.data.replaced
  if (changed) return ownStanding
  if ('disconnected' in record.data) return { secrets: {}, source: null, isOverruling: hasOwn }
  const { text, isOld } = await decrypt(settings.env, recordName(account), record.data)
  // It can be read as it is, and is kept anew another time where STORE does not take it now.
  if (isOld || stored.isOld) await put(settings, account, text, record.data.replaced).catch(() => {})
  return { secrets: JSON.parse(text) as Secrets, source: 'kept', isOverruling: hasOwn }
}

/** Moves what is kept under CREDENTIALS_KEY_PREVIOUS to the present key. Throws 500 where it does not decrypt. */
export async function moveSecrets(settings: Settings, account: Account): Promise<void> {
  const stored = await readStored(settings, () => recordName(account))
  if (!stored) return
  const record = storedAccount().parse(stored.value)
  if ('disconnected' in record || !stored.isOld) return write(settings, account, record)
  const { text } = await decrypt(settings.env, recordName(account), record)
  await put(settings, account, text, record.replaced)
}

/** Keeps the secrets, sealed, in place of the deployment's own. */
export async function writeSecrets(settings: Settings, account: Account, secrets: Secrets): Promise<void> {
  await put(settings, account, JSON.stringify(secrets), await secretsDigest(ownSecrets(settings, account)))
}

async function put(settings: Settings, account: Account, text: string, replaced: string): Promise<void> {
  const record: StoredAccount = { ...(await encrypt(settings.env, recordName(account), text)), replaced }
  await write(settings, account, record)
}

const write = (settings: Settings, account: Account, record: StoredAccount) =>
  writeStored(settings, () => recordName(account), JSON.stringify(record))

/** Takes away what is kept, and overrules the deployment's own secrets, where there are any, until they change. */
export async function dropSecrets(settings: Settings, account: Account): Promise<void> {
  const own = ownSecrets(settings, account)
  if (Object.keys(own).length === 0)
    return canKeep(settings) ? dropStored(settings, () => recordName(account)) : undefined
  // Without that key no isolate would look for the record again.
  if (!canKeep(settings)) throw misconfigured('CREDENTIALS_KEY is not set, and a disconnection could not be stored')
  await write(settings, account, { disconnected: true, replaced: await secretsDigest(own) })
}

function ownSecrets({ env }: Settings, account: Account): Secrets {
  const secrets: Secrets = {}
  for (const name of ACCOUNT_SECRETS[account]) {
    const secret = readSecret(env, name)
    if (secret) secrets[name] = secret
  }
  return secrets
}

/** By which secrets are told apart without being kept; they stand in the order of ACCOUNT_SECRETS everywhere. */
export const secretsDigest = (secrets: Secrets): Promise<string> => sha256Hex(JSON.stringify(secrets))
