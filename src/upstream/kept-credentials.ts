import * as z from 'zod'
import { ACCOUNT_SECRETS, type Account } from '../base/connected-accounts.ts'
import { sha256Hex } from '../base/digest.ts'
import type { SecretName } from '../base/env.ts'
import { misconfigured } from '../base/errors.ts'
import { once } from '../base/once.ts'
import type { Settings } from '../base/settings.ts'
import { readSecret } from './secret-form.ts'
import { seal, unseal } from './vault.ts'

export type Secrets = Partial<Record<SecretName, string>>

/** STORE `credentials/<account>`: the secrets of a reconnected account, sealed, over those of the deployment. */
const storedAccount = once(() =>
  z.object({
    iv: z.string(),
    data: z.string(),
    /** Digest of the deployment's own secrets when this was kept. Once those change, they are preferred again. */
    replaced: z.string(),
  }),
)

const storeKey = (account: Account) => `credentials/${account}`

/** Whether an account's secrets can be kept at run time, and so can appear in STORE while the isolate lives. */
export const canKeep = ({ env }: Settings): boolean => Boolean(env.CREDENTIALS_KEY)

/**
 * How long the platform may tell what it read before, in seconds, where nothing can be kept: then a location reads STORE
 * itself once an hour, and not for each isolate.
 */
const UNCHANGING_S = 3_600

/**
 * The secrets that are in use: those kept at run time, else the deployment's own. Throws 500 naming CREDENTIALS_KEY for
 * a record that does not open, also where that key was taken away: the deployment's own may be of another account.
 */
export async function readSecrets(settings: Settings, account: Account): Promise<Secrets> {
  const own = ownSecrets(settings, account)
  const cacheTtl = canKeep(settings) ? {} : { cacheTtl: UNCHANGING_S }
  const stored = await settings.env.STORE.get(storeKey(account), { type: 'json', ...cacheTtl })
  if (!stored) return own
  const record = storedAccount().safeParse(stored)
  if (!record.success) throw misconfigured(`the stored ${account} account is not valid: reconnect it`)
  const changed = Object.keys(own).length > 0 && (await digest(own)) !== record.data.replaced
  if (changed) return own
  const { text, isOld } = await unseal(settings.env, storeKey(account), record.data)
  if (isOld) await put(settings, account, text, record.data.replaced)
  return JSON.parse(text) as Secrets
}

/** Keeps the secrets, sealed, in place of the deployment's own. */
export async function writeSecrets(settings: Settings, account: Account, secrets: Secrets): Promise<void> {
  await put(settings, account, JSON.stringify(secrets), await digest(ownSecrets(settings, account)))
}

async function put({ env }: Settings, account: Account, text: string, replaced: string): Promise<void> {
  const record: z.infer<ReturnType<typeof storedAccount>> = { ...(await seal(env, storeKey(account), text)), replaced }
  await env.STORE.put(storeKey(account), JSON.stringify(record))
}

function ownSecrets({ env }: Settings, account: Account): Secrets {
  const secrets: Secrets = {}
  for (const name of ACCOUNT_SECRETS[account]) {
    const secret = readSecret(env, name)
    if (secret) secrets[name] = secret
  }
  return secrets
}

const digest = (secrets: Secrets) => sha256Hex(JSON.stringify(secrets))
