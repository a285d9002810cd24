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
 * The secrets that are in use: those kept at run time, else the deployment's own. Without CREDENTIALS_KEY nothing is kept
 * (decisions.md section 1), so that STORE is not asked. Throws 500 naming that key for a record that it does not open.
 */
export async function readSecrets(settings: Settings, account: Account): Promise<Secrets> {
  const own = ownSecrets(settings, account)
  if (!canKeep(settings)) return own
  const stored = await settings.env.STORE.get(storeKey(account), 'json')
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
