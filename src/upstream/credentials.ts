import * as z from 'zod'
import { ACCOUNT_SECRETS, type Account, groupOfAccount } from '../base/connected-accounts.ts'
import { sha256Hex } from '../base/digest.ts'
import type { SecretName } from '../base/env.ts'
import { type GatewayError, misconfigured, unauthorized } from '../base/errors.ts'
import { once } from '../base/once.ts'
import { remembered } from '../base/remembered.ts'
import type { Settings } from '../base/settings.ts'
import type { Outgoing } from './outgoing.ts'
import { cleanSecret, readSecret } from './secret-form.ts'
import { seal, unseal } from './vault.ts'

type SecretsOf<A extends Account> = Record<(typeof ACCOUNT_SECRETS)[A][number], string>
type Secrets = Partial<Record<SecretName, string>>

/** STORE `credentials/<account>`: the secrets of a reconnected account, sealed, over those of the deployment. */
const storedAccount = once(() =>
  z.object({
    iv: z.string(),
    data: z.string(),
    /** Digest of the deployment's own secrets when this was kept. Once those change, they are preferred again. */
    replaced: z.string(),
  }),
)

/** How long an isolate uses what it read from STORE before it reads again, in milliseconds. */
const REMEMBER_MS = 60_000

const rememberedSecrets = remembered(() => new Map<Account, { secrets: Secrets; until: number }>())

const storeKey = (account: Account) => `credentials/${account}`

/**
 * The secrets of an account: those kept at run time, else the deployment's own. Throws 401 when the account is not
 * connected, and 500 naming CREDENTIALS_KEY for a record that does not open.
 */
export async function readCredentials<A extends Account>(outgoing: Outgoing, account: A): Promise<SecretsOf<A>> {
  const { settings, platform } = outgoing
  const memory = rememberedSecrets(settings)
  let known = memory.get(account)
  if (!known || platform.now() >= known.until) {
    known = { secrets: await readSecrets(settings, account), until: platform.now() + REMEMBER_MS }
    memory.set(account, known)
  }
  const { secrets } = known
  const names: readonly SecretName[] = ACCOUNT_SECRETS[account]
  const missing = names.filter((name) => !secrets[name])
  if (missing.length > 0) throw notConnected(account, missing)
  for (const name of names) outgoing.secrets.add(secrets[name] ?? '')
  return secrets as SecretsOf<A>
}

/** The shop has two accounts, so that the message says which one is meant. */
const SIDES: Partial<Record<Account, string>> = { 'shop-seller': ' (seller side)', 'shop-consumer': ' (consumer side)' }

/** 401 that names each secret that is not set: often one of several was forgotten. */
function notConnected(account: Account, missing: readonly SecretName[]): GatewayError {
  const verb = missing.length === 1 ? 'is' : 'are'
  return unauthorized(
    `${groupOfAccount(account)} account is not connected: ${missing.join(', ')}${SIDES[account] ?? ''} ${verb} not set`,
    'account not connected',
  )
}

/** Forgets what the isolate remembers, after the product rejected it, so that a reconnected account is seen at once. */
export const forgetCredentials = (settings: Settings, account: Account) => rememberedSecrets(settings).delete(account)

/**
 * Keeps an account's secrets at run time, encrypted; from then on they are preferred to the deployment's own. Throws 500
 * naming the secret that cannot be sent.
 */
export async function keepCredentials<A extends Account>(settings: Settings, account: A, secrets: SecretsOf<A>) {
  const names: readonly (typeof ACCOUNT_SECRETS)[A][number][] = ACCOUNT_SECRETS[account]
  const clean = Object.fromEntries(names.map((name) => [name, cleanSecret(name, secrets[name])]))
  await put(settings, account, JSON.stringify(clean), await digest(ownSecrets(settings, account)))
  forgetCredentials(settings, account)
}

async function put({ env }: Settings, account: Account, text: string, replaced: string): Promise<void> {
  const record: z.infer<ReturnType<typeof storedAccount>> = { ...(await seal(env, storeKey(account), text)), replaced }
  await env.STORE.put(storeKey(account), JSON.stringify(record))
}

async function readSecrets(settings: Settings, account: Account): Promise<Secrets> {
  const own = ownSecrets(settings, account)
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

function ownSecrets({ env }: Settings, account: Account): Secrets {
  const secrets: Secrets = {}
  for (const name of ACCOUNT_SECRETS[account]) {
    const secret = readSecret(env, name)
    if (secret) secrets[name] = secret
  }
  return secrets
}

const digest = (secrets: Secrets) => sha256Hex(JSON.stringify(secrets))
