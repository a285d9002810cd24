import type { ExchangedToken } from '../base/account-object.ts'
import type { Account } from '../base/connected-accounts.ts'
import type { SecretName } from '../base/env.ts'
import type { Group } from '../base/groups.ts'
import type { Settings } from '../base/settings.ts'
import type { Secrets } from '../upstream/credentials/stored-credentials.ts'
import type { UpstreamContext } from '../upstream/http/upstream-context.ts'

/** What a test of an account learns besides that it works. */
export interface AccountInfo {
  /** When it has to be connected again, epoch milliseconds. */
  expiresAt?: number | undefined
  /** Whose credential it is, in the product's words, such as the names of the workspace and of the integration. */
  identity?: string | undefined
  /** The token that the product gave meanwhile. */
  exchanged?: ExchangedToken | undefined
}

/** Connecting by a click: the product's own page asks the person, and gives a code for a credential. */
export interface Click {
  /** Whether the deployment has the settings of its app at the product. */
  isReady(settings: Settings): boolean
  /** The address of the product's page. Throws 500 naming the settings that are not set. */
  authorizeUrl(settings: Settings, redirectUri: string, state: string): URL
  /** The secrets of the account that a code stands for, and when they end. Throws what the product refuses. */
  exchange(upstream: UpstreamContext, code: string, redirectUri: string): Promise<{ secrets: Secrets } & AccountInfo>
}

/** An account that the management app can connect. A group declares one in a file of its own. */
export interface AccountConnector {
  readonly account: Account
  readonly group: Group
  /** The setting behind each field of the API, in the order of ACCOUNT_SECRETS. */
  readonly fields: Readonly<Record<string, SecretName>>
  /** One cheap read of the product with the credentials of the account. Throws what a request would. */
  probe(upstream: UpstreamContext): Promise<AccountInfo>
  /** For how many days a credential is valid after it was issued, where the product does not say when it ends. */
  readonly validDays?: number
  /** How it is connected by a click at the product, where the product has that. */
  readonly click?: Click
}

/** The accounts of all groups, which the groups above them are told. */
export type AccountConnectors = readonly AccountConnector[]
