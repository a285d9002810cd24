import type { ExchangedToken } from '../base/accounts.ts'
import type { Account, Group, SecretName, Secrets } from '../base/groups.ts'
import type { Settings } from '../base/settings.ts'
import type { UpstreamContext } from '../upstream/context.ts'

/** What a successful test shows about an account. */
export interface AccountInfo {
  /** When it has to be reconnected, in epoch milliseconds. */
  expiresAt?: number | undefined
  /** The owner of the credential in the product's words, such as the names of the workspace and the integration. */
  identity?: string | undefined
  /** A token that the product returned during the test. */
  exchanged?: ExchangedToken | undefined
}

/**
 * Connecting with OAuth: a person approves on the product's own page, and the product returns a code for a credential.
 */
export interface Click {
  /** Whether the deployment has the settings of its app at the product. */
  isReady(settings: Settings): boolean
  /** The URL of the product's page. Throws 500 with the names of missing settings. */
  authorizeUrl(settings: Settings, redirectUri: string, state: string): URL
  /** Exchanges a code for the account's secrets and their expiry. Throws the product's refusals. */
  exchange(upstream: UpstreamContext, code: string, redirectUri: string): Promise<{ secrets: Secrets } & AccountInfo>
}

/** An account that the management app can connect. Each group declares its own in a separate file. */
export interface AccountConnector {
  readonly account: Account
  readonly group: Group
  /** The setting behind each field of the API, in the order of ACCOUNT_SECRETS. */
  readonly fields: Readonly<Record<string, SecretName>>
  /** One cheap read of the product with the account's credentials. Throws like a request. */
  probe(upstream: UpstreamContext): Promise<AccountInfo>
  /** The validity of a credential in days after its issue, if the product does not show its expiry. */
  readonly validDays?: number
  /** How to connect it with OAuth, if the product supports that. */
  readonly click?: Click
}

/** What connecting an account takes: its credential, and the day of its issue where that tells its expiry. */
export const getFields = ({ fields, validDays }: AccountConnector): string[] => [
  ...Object.keys(fields),
  ...(validDays === undefined ? [] : ['issued_on']),
]

/** The connectors of all groups. */
export type AccountConnectors = readonly AccountConnector[]
