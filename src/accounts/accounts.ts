import {
  type AccountUse,
  describeFailure,
  type ExchangedToken,
  type FailureKind,
  type ListedWorkspace,
} from '../base/accounts.ts'
import { sha256Hex } from '../base/crypto.ts'
import { badInput, conflict, GatewayError, misconfigured, type Reason, sameAccount } from '../base/errors.ts'
import type { OwnersHand } from '../base/events.ts'
import {
  type Account,
  type Group,
  isFirst,
  MOST_ACCOUNTS,
  productOf,
  type SecretName,
  type Secrets,
} from '../base/groups.ts'
import { ADMIN_KEY, describeMisplaced, findMisplaced, GATEWAY_KEY, type KnownSecret } from '../base/misplaced.ts'
import { ACCESS, callObject } from '../base/objects.ts'
import { mayPass } from '../base/outage.ts'
import { Settings } from '../base/settings.ts'
import { DAY_MS, getKoreanDay, startOfKoreanDay } from '../base/time.ts'
import { tellOwner } from '../gateway/auth/admin.ts'
import { findOwnKey } from '../gateway/auth/keys.ts'
import { reportAccountEvent } from '../gateway/events.ts'
import { readFurtherAccountsNow } from '../gateway/owner-settings.ts'
import type { RequestState } from '../gateway/state.ts'
import { accountObject, stateObject } from '../upstream/accounts.ts'
import { UpstreamContext } from '../upstream/context.ts'
import {
  cleanSecret,
  deleteCredentials,
  readCredentialSource,
  secretsDigest,
  storeSecrets,
} from '../upstream/credentials.ts'
import { dataKey } from '../upstream/data-key.ts'
import { hasEncryptionKey } from '../upstream/store.ts'

/** The result of a successful test of an account. */
export interface AccountInfo {
  /** When it has to be reconnected, in epoch milliseconds. */
  expiresAt?: number | undefined
  /** The owner of the credential, as the product or the credential names it. */
  identity?: string | undefined
  /** What the product calls the account, which tells it from another one. Undefined when nothing says it. */
  ownId?: string | undefined
  /** A token that the product returned during the test. */
  exchanged?: ExchangedToken | undefined
  /** The workspace that is read, and those that the product listed. */
  workspace?: string | undefined
  workspaces?: readonly ListedWorkspace[] | undefined
}

/** The workspaces of an account, of which one is read. */
export interface Workspaces {
  /** The id of the workspace that is read. Undefined when the credential does not say it. */
  workspace: string | undefined
  workspaces: readonly (ListedWorkspace & { open: boolean })[]
}

/** How a workspace is chosen, for an account that has several. */
export interface WorkspaceChoice {
  /** Reads the workspaces from the credential itself. Throws 500 for one that is not valid. */
  read(secrets: Secrets): Workspaces
  /**
   * The secrets with another workspace chosen. Without one, the choice of the previous secrets stays, if the credential
   * is of the same person and has that workspace. Throws 400 with `workspace` for one that the credential does not have.
   */
  choose(secrets: Secrets, workspace: string | undefined, previous: Secrets): Secrets
}

/** The newest thing that an account has: a recording, a note, an order. */
export interface Newest {
  title: string | null
  /** Epoch milliseconds. */
  at: number | null
}

/**
 * Connecting with OAuth: a person approves on the product's own page, and the product returns a code for a credential.
 */
export interface OAuthConnection {
  /** Whether the deployment has the settings of its app at the product. */
  isReady(settings: Settings): boolean
  /** The URL of the product's page. Throws 500 with the names of missing settings. */
  authorizeUrl(settings: Settings, redirectUri: string, state: string): URL
  /**
   * Exchanges a code for the account's secrets and their expiry. `isTested` says whether the product has answered a call
   * with them: if not, the account waits for its test. Throws the product's refusals.
   */
  exchange(
    upstream: UpstreamContext,
    code: string,
    redirectUri: string,
  ): Promise<{ secrets: Secrets; isTested: boolean } & AccountInfo>
}

/**
 * An account that the management app can connect. Each group declares the first account of its product in a separate
 * file, and a further one is the same with another id.
 */
export interface AccountConnector {
  readonly account: Account
  readonly group: Group
  /** The setting behind each field of the API, in the order of ACCOUNT_SECRETS. */
  readonly fields: Readonly<Record<string, SecretName>>
  /** Throws 500 with the name of a setting, as each call would, for secrets that no call can use. Calls no product. */
  parse?(secrets: Secrets): unknown
  /** A cheap read of the product with the account's credentials. Throws like a request. */
  probe(upstream: UpstreamContext): Promise<AccountInfo>
  /** The newest thing that the account has. Undefined when it has none. Throws like a request. */
  findNewest(upstream: UpstreamContext): Promise<Newest | undefined>
  /** The validity of a credential in days after its issue, if the product does not show its expiry. */
  readonly validDays?: number
  /** How to connect it with OAuth, if the product supports it. */
  readonly oauth?: OAuthConnection
  /** How a workspace is chosen, if the account has some. */
  readonly workspaces?: WorkspaceChoice
  /** The parts of a credential that no two accounts may have. Defaults to the secrets as a whole. */
  credentials?(secrets: Secrets): readonly string[]
}

const credentialsOf = ({ credentials }: AccountConnector, secrets: Secrets): readonly string[] =>
  credentials?.(secrets) ?? [JSON.stringify(secrets)]

/** The connector of an account, which need not exist yet. */
export function getConnector(connectors: AccountConnectors, account: Account): AccountConnector {
  const found = connectors.find((each) => each.account === productOf(account))
  if (!found) throw new Error(`no group declares the accounts of ${account}`)
  return { ...found, account }
}

/** The first accounts, each with the further ones of its product behind it. */
export const withFurther = (connectors: AccountConnectors, further: readonly Account[]): AccountConnectors =>
  connectors.flatMap((connector) => [
    connector,
    ...further.filter((id) => productOf(id) === connector.account).map((account) => ({ ...connector, account })),
  ])

/** The other accounts of the same product. */
async function listOthers(state: RequestState, { account }: AccountConnector): Promise<Account[]> {
  const product: Account = productOf(account)
  const further = (await readFurtherAccountsNow(state)).filter((id) => productOf(id) === product)
  return [product, ...further].filter((id) => id !== account)
}

/**
 * Throws 409 for a credential that is connected under another id, before it is used at the product: each use of a token may
 * end the one before. Throws 409 as well when there are as many accounts as may be.
 */
export async function checkNewCredential(state: RequestState, connector: AccountConnector, { secrets }: Credential) {
  const { account } = connector
  const further = await readFurtherAccountsNow(state)
  if (!isFirst(account) && !further.includes(account) && further.length >= MOST_ACCOUNTS) throw tooMany()
  const own = new Set(credentialsOf(connector, secrets))
  for (const other of await listOthers(state, connector)) {
    const known = await readCurrent(state.settings, other)
    if (Object.keys(known).length === 0) continue
    if (readParts(connector, known).some((part) => own.has(part))) throw sameAccount(account, other)
  }
}

/** The secrets of an account. None for one that is not connected, and for one that cannot be read, which says so itself. */
async function readCurrent(settings: Settings, account: Account): Promise<Secrets> {
  try {
    return (await readCredentialSource(settings, account)).secrets
  } catch (error) {
    if (error instanceof GatewayError) return {}
    throw error
  }
}

/** None for secrets that are not valid. */
function readParts(connector: AccountConnector, secrets: Secrets): readonly string[] {
  try {
    return credentialsOf(connector, secrets)
  } catch (error) {
    if (error instanceof GatewayError) return []
    throw error
  }
}

/**
 * Throws 409 when the product calls another connected account the same. One that nothing is known of is tested. What the
 * product returned for the credential is stored for the next try.
 */
async function checkIdentity(state: RequestState, connector: AccountConnector, { ownId, exchanged }: AccountInfo) {
  if (ownId === undefined) return
  const { settings, upstream, id } = state
  const digest = await sha256Hex(ownId)
  for (const other of await listOthers(state, connector)) {
    const secrets = await readCurrent(settings, other)
    if (Object.keys(secrets).length === 0) continue
    const credential = await secretsDigest(secrets)
    const readOwnId = async () => {
      const record = await callObject(settings, stateObject(other), ({ records }) => records.read())
      return record?.credential === credential ? record.ownId : undefined
    }
    let known = await readOwnId()
    if (known === undefined) {
      const tested = { ...connector, account: other }
      await noteTest(settings, tested, await testConnected(upstream, tested, id))
      known = await readOwnId()
    }
    if (known !== digest) continue
    await adopt(upstream, exchanged)
    throw sameAccount(connector.account, other)
  }
}

const tooMany = () => conflict(`there are ${MOST_ACCOUNTS} further accounts: erase one of them first`)

/** The fields that connect an account: its credential, and its day of issue if the expiry follows from it. */
export const getFields = ({ fields, validDays }: AccountConnector): string[] => [
  ...Object.keys(fields),
  ...(validDays === undefined ? [] : ['issued_on']),
]

/**
 * Returns the value of a call. Undefined if the call fails, for something that the test of an account does not depend
 * on.
 */
export async function ifAvailable<Value>(call: Promise<Value>): Promise<Value | undefined> {
  try {
    return await call
  } catch (error) {
    if (error instanceof GatewayError) return undefined
    throw error
  }
}

/** The accounts of all groups that can be connected. */
export type AccountConnectors = readonly AccountConnector[]

/** Fields as a person pasted them, by their API names. */
type Pasted = Readonly<Record<string, unknown>>

/**
 * The secrets in the pasted fields. Throws 400 with the fields that are missing or invalid, with one that holds a secret
 * of another account, and with one that no call can use.
 */
export function secretsIn({ fields, parse }: AccountConnector, pasted: Pasted): Secrets {
  const errors: { field: string; error: string }[] = []
  const secrets: Secrets = {}
  for (const [field, setting] of Object.entries(fields)) {
    const value = pasted[field]
    const known = typeof value === 'string' ? findMisplaced(setting, value) : undefined
    if (known) throw misplaced(field, known)
    const secret = typeof value === 'string' ? cleaned(setting, value) : ''
    if (secret === '') errors.push({ field, error: 'is required' })
    else if (secret === undefined)
      errors.push({ field, error: 'holds a line break or a character that cannot be sent' })
    else secrets[setting] = secret
  }
  if (errors.length > 0)
    throw badInput(
      errors.map(({ field, error }) => `${field}: ${error}`).join('; '),
      errors.map(({ field }) => field),
    )
  try {
    parse?.(secrets)
  } catch (error) {
    throw unusable(fields, error)
  }
  return secrets
}

/** Converts an error about a setting to an error about its field. */
function unusable(fields: AccountConnector['fields'], error: unknown): unknown {
  if (!(error instanceof GatewayError)) return error
  const [field, setting] = Object.entries(fields).find(([, name]) => error.message.startsWith(`${name} `)) ?? []
  if (field === undefined || setting === undefined) return error
  return badInput(`${field}: ${error.message.slice(setting.length + 1)}`, [field])
}

/** The credential that connects an account: its secrets, with the workspace that was chosen. */
export interface Credential {
  secrets: Secrets
  /** Whether it is connected already, and only the workspace is another one. */
  isConnected: boolean
}

/**
 * The credential in the pasted fields. With a workspace alone it is the connected one. Throws 400 with the fields that
 * are missing or invalid.
 */
export async function readCredential(
  { settings }: Pick<RequestState, 'settings'>,
  connector: AccountConnector,
  { workspace, ...pasted }: Pasted & { workspace?: string | undefined },
): Promise<Credential> {
  const { account, fields, workspaces } = connector
  if (workspace !== undefined && !workspaces)
    throw badInput(`workspace: ${account} has no workspaces to choose from`, ['workspace'])
  const previous = workspaces ? (await readCredentialSource(settings, account)).secrets : {}
  const isPasted = workspace === undefined || Object.keys(fields).some((field) => field in pasted)
  const isConnected = !isPasted && Object.keys(previous).length > 0
  const secrets = isConnected ? previous : secretsIn(connector, pasted)
  return { secrets: workspaces?.choose(secrets, workspace, previous) ?? secrets, isConnected }
}

const misplaced = (field: string, known: KnownSecret) =>
  new GatewayError(400, `${field}: ${describeMisplaced(known)}`, {
    parameters: { fields: [field], secret: known.secret, ...(known.belongsTo && { belongs_to: known.belongsTo }) },
  })

/** The admin key or another key of the deployment itself that a text holds. */
export function recognizeOwnKey(settings: Settings, text: string): KnownSecret | undefined {
  const key = findOwnKey(settings, text)
  return key && (key === 'ADMIN_KEY' ? ADMIN_KEY : GATEWAY_KEY)
}

/**
 * Throws 400 for a field with a key of the deployment itself, before anything else is said about it. Only the owner is
 * told that it is the admin key. Its answer tells whether a guess is right, so the tries of a visitor are counted before.
 */
export function refuseOwnKeys(
  { settings, link }: Pick<RequestState, 'settings' | 'link'>,
  { fields }: AccountConnector,
  pasted: Pasted,
): void {
  for (const field of Object.keys(fields)) {
    const found = recognizeOwnKey(settings, String(pasted[field] ?? ''))
    if (found) throw misplaced(field, link ? GATEWAY_KEY : found)
  }
}

/**
 * The expiry of a credential with a known validity, in epoch milliseconds. It is counted from the day of issue in
 * Korea. Undefined when the owner does not say that day, or the validity is unknown. Throws 400 for a day in the future,
 * and for one so long ago that the credential has expired.
 */
export function statedEnd({ validDays }: AccountConnector, issuedOn: unknown, now: number): number | undefined {
  if (validDays === undefined || typeof issuedOn !== 'string' || issuedOn === '') return undefined
  const [day, today] = [issuedOn, getKoreanDay(now)]
  const end = startOfKoreanDay(day) + validDays * DAY_MS
  const issued = ['issued_on']
  if (day > today) throw badInput(`issued_on: is in the future: today in Korea is ${today}`, issued)
  if (end <= now)
    throw badInput(`issued_on: a key of that day has ended, since it is valid for ${validDays} days`, issued)
  return end
}

function cleaned(...[setting, value]: Parameters<typeof cleanSecret>): string | undefined {
  try {
    return cleanSecret(setting, value)
  } catch (error) {
    if (error instanceof GatewayError) return undefined
    throw error
  }
}

/**
 * Throws 500 with CREDENTIALS_KEY when it is not set or not the right one, before a product is called for a credential
 * that could not be stored.
 */
export async function checkCanStore({ settings }: Pick<RequestState, 'settings'>): Promise<void> {
  if (!hasEncryptionKey(settings))
    throw misconfigured('CREDENTIALS_KEY is not set, and without it no credential can be stored')
  await dataKey(settings)
}

/**
 * Verifies secrets with the product before they are stored. Throws 400 when it refuses them, and 502 when it cannot be
 * reached. In both cases the stored credential stays.
 */
export async function verifyCredentials(
  { upstream, id }: RequestState,
  connector: AccountConnector,
  credential: Credential,
): Promise<AccountInfo> {
  const tested = await testCandidate(upstream, connector, credential, id)
  if (tested.failure) {
    // The product may accept the credential only once. What it returned is stored for the next try.
    if (tested.failure.kind === 'unreachable') await adopt(upstream, tested.exchanged)
    throw refusal(connector, tested)
  }
  const { expiresAt, identity, ownId, exchanged, workspace, workspaces } = tested
  return { expiresAt, identity, ownId, exchanged, workspace, workspaces }
}

function refusal({ account, fields }: AccountConnector, { failure, reason }: CheckResult): GatewayError {
  const { kind, message = '' } = failure ?? {}
  const fieldMessage = Object.entries(fields).reduce(
    (text, [field, setting]) => text.replaceAll(setting, field),
    message,
  )
  if (kind === 'unreachable') {
    const wait = failure && mayPass(failure) ? 'try again later' : 'update this gateway, since waiting does not help'
    const advice = `nothing was changed: ${wait}, or send force to keep this credential untested`
    return new GatewayError(502, `${account}: the credential could not be tested (${fieldMessage}); ${advice}`, {
      reason,
      parameters: { account },
    })
  }
  const advice = 'nothing was changed: copy the credential again, whole and from the right account'
  return new GatewayError(400, `${account}: its service rejected this credential (${fieldMessage}); ${advice}`, {
    reason,
    parameters: { account },
  })
}

/** Passes the token that a test received to the object of its account. */
async function adopt(upstream: RequestState['upstream'], exchanged: ExchangedToken | undefined): Promise<void> {
  if (!exchanged) return
  const { account, connected, token } = exchanged
  await callObject(upstream.settings, accountObject(account, exchanged), (object) =>
    object.adoptToken(account, connected, token),
  )
}

/**
 * Stores secrets and resets the account's state. The owner is told if they replace others. Throws 409 for an account that is
 * connected already under another id: always for the same credential, and unless it is forced for the same account.
 *
 * @param hand who connects it
 * @param isTested whether the product has accepted the secrets
 */
export async function connectAccount(
  state: RequestState,
  connector: AccountConnector,
  secrets: Secrets,
  { isTested, hand, ...info }: AccountInfo & { isTested: boolean; hand: OwnersHand },
): Promise<void> {
  const { settings, platform, link } = state
  const { account } = connector
  const { expiresAt, identity, ownId, exchanged, workspace, workspaces } = info
  await checkNewCredential(state, connector, { secrets, isConnected: false })
  if (isTested) await checkIdentity(state, connector, info)
  // Before its credential, so that nothing is stored that no list has.
  const isAdded = !isFirst(account) && (await callObject(settings, ACCESS, (access) => access.addAccount(account)))
  await adopt(state.upstream, exchanged)
  const isReplacing = await isConnectedOtherwise(settings, account, secrets)
  const change = isReplacing ? ({ ...hand, change: 'account_replaced', target: account } as const) : undefined
  try {
    await tellOwner(settings, change, () => storeSecrets(settings, account, secrets, credentialsOf(connector, secrets)))
  } catch (error) {
    if (isAdded) await callObject(settings, ACCESS, (access) => access.removeAccount(account)).catch(() => {})
    throw error
  }
  // It may have been erased meanwhile.
  const isAddedAgain = !isFirst(account) && (await callObject(settings, ACCESS, (access) => access.addAccount(account)))
  if (isAdded || isAddedAgain) await readFurtherAccountsNow(state)
  const now = platform.now()
  const record = {
    credential: await secretsDigest(secrets),
    connectedAt: now,
    connectedBy: link ? ('link' as const) : ('owner' as const),
    ...(isTested && { lastOkAt: now, since: { ok: now } }),
    expiresAt,
    identity,
    ownId: ownId === undefined ? undefined : await sha256Hex(ownId),
    workspace,
    workspaces,
  }
  await callObject(settings, stateObject(account), (state) => state.noteConnected(record))
  reportAccountEvent(state, account)
}

/** Whether the account has secrets, of the deployment as well, and others than these. Unreadable ones are others. */
async function isConnectedOtherwise(settings: Settings, account: Account, secrets: Secrets = {}): Promise<boolean> {
  try {
    const before = await readCredentialSource(settings, account)
    return before.source !== null && (await secretsDigest(before.secrets)) !== (await secretsDigest(secrets))
  } catch (error) {
    if (error instanceof GatewayError) return true
    throw error
  }
}

/** The owner is told if the account was connected. @param hand who disconnects it */
export async function disconnectAccount(
  state: RequestState,
  { account }: AccountConnector,
  hand: OwnersHand,
): Promise<void> {
  const { settings } = state
  const isEnding = await isConnectedOtherwise(settings, account)
  const change = isEnding ? ({ ...hand, change: 'account_disconnected', target: account } as const) : undefined
  await tellOwner(settings, change, () => deleteCredentials(settings, account))
  await callObject(settings, stateObject(account), ({ records }) => records.forget())
  reportAccountEvent(state, account)
}

/** The result of an account's test. `credential` is empty when the secrets could not be read. */
type CheckResult = AccountUse & { reason?: Reason }

export const testConnected = (parent: UpstreamContext, connector: AccountConnector, requestId: string) =>
  test(derivedContext(parent, connector), connector, requestId)

/**
 * Tests secrets before they are connected. The test has its own settings object, so it neither reads nor changes the
 * per-isolate cache. The connected account stays as it was.
 */
async function testCandidate(
  parent: UpstreamContext,
  connector: AccountConnector,
  credential: Credential,
  requestId: string,
) {
  const trial = derivedContext(parent, connector, new Settings({ ...parent.settings.env }))
  trial.candidate = { account: connector.account, ...credential }
  const tested = await test(trial, connector, requestId)
  return { ...tested, exchanged: trial.exchanged }
}

/** Failures of a test that say nothing about its account. */
const SILENT: ReadonlySet<Reason | undefined> = new Set<Reason>(['budget', 'caller left'])

/** Stores the result of a test with the connected secrets. False for one that says nothing about the account. */
export async function noteTest(
  settings: Settings,
  { account }: AccountConnector,
  { reason, ownId, ...tested }: CheckResult,
): Promise<boolean> {
  if (tested.credential === '' || SILENT.has(reason)) return false
  const use = { ...tested, isTest: true, ...(ownId !== undefined && { ownId: await sha256Hex(ownId) }) }
  await callObject(settings, stateObject(account), (state) => state.noteUse(use))
  return true
}

/** The platform runs at most this many calls of a request at the same time. */
const MOST_AT_ONCE = 6

/** Does something with each account, several at the same time. Returns the results in the order of the accounts. */
export async function forEachAccount<Result>(
  accounts: AccountConnectors,
  work: (account: AccountConnector) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const left = [...accounts.entries()]
  const takeNext = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const [at, account] = next
      results[at] = await work(account)
    }
  }
  await Promise.all(Array.from({ length: MOST_AT_ONCE }, takeNext))
  return results
}

/** A part of a request that uses this account. */
export function derivedContext(
  parent: UpstreamContext,
  { account }: Pick<AccountConnector, 'account'>,
  settings = parent.settings,
): UpstreamContext {
  const part = new UpstreamContext(settings, parent.platform, parent).use(account)
  part.waitUntil = parent.waitUntil
  return part
}

async function test(upstream: UpstreamContext, connector: AccountConnector, requestId: string): Promise<CheckResult> {
  const { platform } = upstream
  const done = async (rest: Omit<CheckResult, 'at' | 'credential'>): Promise<CheckResult> => ({
    at: platform.now(),
    credential: upstream.used.secrets ? await secretsDigest(upstream.used.secrets) : '',
    ...rest,
  })
  try {
    return await done(await connector.probe(upstream))
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    const { status, message, reason } = error
    const failure = { kind: getKind(error), status, message, request_id: requestId, ...describeFailure(reason, status) }
    return done({ failure, reason })
  } finally {
    upstream.close()
  }
}

/**
 * A refusal of any kind counts, because the request contained no input from a caller. One of the app says nothing about
 * the credential.
 */
function getKind({ status, reason }: GatewayError): FailureKind {
  if (reason === 'refused app') return 'unreachable'
  if (status === 429 || status === 503 || status === 502 || status === 504) return 'unreachable'
  return status === 500 || reason === 'setting' ? 'misconfigured' : 'rejected'
}
