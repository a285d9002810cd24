import { DurableObject } from 'cloudflare:workers'
import type {
  AccountChange,
  Claim,
  ClaimState,
  Confirmation,
  CreatedCredential,
  EndedGrant,
  GrantChange,
  KeyChange,
  KeyRecord,
  KeyRoll,
  NewKey,
  OwnerSettings,
  Passkey,
  Session,
  TokenAnswer,
  TokenRequest,
  WrappedDataKey,
} from '../../base/access.ts'
import type { Env } from '../../base/env.ts'
import { type Outcome, outcome } from '../../base/errors.ts'
import type { OwnerChange, OwnersHand, SubscriptionOwner } from '../../base/events.ts'
import { lazy } from '../../base/lazy.ts'
import { platform } from '../../base/platform.ts'
import { getSettings } from '../../base/settings.ts'
import type { DeletedKey, RolledKey } from '../../gateway/auth/keys.ts'
import { migrate } from '../schema.ts'
import { Confirmations } from './confirmations.ts'
import { DataKeys } from './data-keys.ts'
import { CreatedCredentials, NamedKeys } from './keys.ts'
import { EndedGrants, OAuthRecords, Refreshes } from './oauth.ts'
import { OwnerNews } from './owner-news.ts'
import { type PasskeyChange, Passkeys } from './passkeys.ts'
import { Sessions } from './sessions.ts'
import { StoredAccounts } from './stored-accounts.ts'
import type { TokenEndpoint } from './token-endpoint.ts'

const REGISTRATIONS = 'registrations'

interface Registered {
  /** An IPv4 address or IPv6 /64. Empty on this machine. */
  address: string
  /** Epoch milliseconds. */
  at: number
}

/** How many clients may register in a minute from one IP address, and from all of them together. */
const MOST_OF_ADDRESS = 5
const MOST_A_MINUTE = 20
const MINUTE_MS = 60_000

/** When clients registered in the last minute, and where. The registrations themselves are not stored. */
class Registrations {
  readonly #storage: DurableObjectStorage

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage
  }

  /** Counts one more of an address. False when there are too many. */
  admit(address: string, now: number): boolean {
    // A release before stored the times alone.
    const stored = this.#storage.kv.get<(Registered | number)[]>(REGISTRATIONS) ?? []
    const recent = stored.filter((each): each is Registered => typeof each !== 'number').filter(isRecent)
    const own = recent.filter((each) => each.address === address)
    if (own.length >= MOST_OF_ADDRESS || recent.length >= MOST_A_MINUTE) return false
    this.#storage.kv.put<Registered[]>(REGISTRATIONS, [...recent, { address, at: now }])
    return true

    function isRecent({ at }: Registered): boolean {
      return Math.abs(now - at) < MINUTE_MS
    }
  }
}

const SETTINGS = 'settings'

/** The shortest wait before the next alarm, in milliseconds. */
const SHORTEST_WAIT_MS = 1_000

/** The only object that stores who may have access, for changes that KV would show too late. */
export class Access extends DurableObject<Env> {
  readonly #sessions: Sessions
  readonly #passkeys: Passkeys
  readonly #registrations: Registrations
  readonly #records: OAuthRecords
  readonly #refreshes: Refreshes
  readonly #ended: EndedGrants
  /** Loaded with the first token, because every isolate evaluates everything that this module imports at its start. */
  readonly #endpoint: () => Promise<TokenEndpoint>
  readonly #confirmations: Confirmations
  readonly #keys: NamedKeys
  readonly #ownerNews: OwnerNews
  readonly #created: CreatedCredentials
  readonly #dataKeys: DataKeys
  readonly #accounts: StoredAccounts

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    migrate(ctx, 'access')
    const { sql } = ctx.storage
    const now = () => platform.now()
    this.#sessions = new Sessions(sql, now)
    this.#passkeys = new Passkeys(sql, now)
    this.#registrations = new Registrations(ctx.storage)
    this.#records = new OAuthRecords(sql, now)
    this.#refreshes = new Refreshes(sql)
    this.#ended = new EndedGrants(sql)
    this.#confirmations = new Confirmations(sql)
    const schedule = () => this.#schedule()
    const ownerNews = new OwnerNews(ctx.storage, getSettings(env), platform, schedule)
    this.#ownerNews = ownerNews
    this.#keys = new NamedKeys(ctx.storage, getSettings(env), platform, { ownerNews, schedule })
    this.#created = new CreatedCredentials(sql)
    this.#dataKeys = new DataKeys(ctx.storage, env, platform)
    this.#accounts = new StoredAccounts(sql)
    const stores = { records: this.#records, refreshes: this.#refreshes, ended: this.#ended, now }
    this.#endpoint = lazy(async () => new (await import('./token-endpoint.ts')).TokenEndpoint(stores))
    // An object with tasks has an alarm. This sets one that got lost again.
    this.#schedule()
  }

  override async alarm(): Promise<void> {
    const [wait] = await Promise.all([this.#keys.onAlarm(), this.#ownerNews.onAlarm()])
    this.#schedule({ keys: wait, ownerNews: SHORTEST_WAIT_MS })
  }

  /** Sets the alarm for what is due next. @param waits how long to wait at least, in milliseconds */
  #schedule(waits = { keys: 0, ownerNews: 0 }): void {
    const now = platform.now()
    const due = [
      [this.#keys.nextAt, waits.keys],
      [this.#ownerNews.nextAt, waits.ownerNews],
    ] as const
    const times = due.flatMap(([at, wait]) => (at === null ? [] : [wait === 0 ? at : Math.max(at, now + wait)]))
    if (times.length > 0) void this.ctx.storage.setAlarm(Math.min(...times))
  }

  /** Oldest first. */
  async listKeys(): Promise<KeyRecord[]> {
    return this.#keys.list()
  }

  /**
   * Throws 409 when there are too many keys, and 503 when STORE does not accept it. Then there is no new key.
   *
   * @param hand who makes it, which the owner is told. Absent for a key that nobody makes by hand
   */
  createKey(key: NewKey, hand?: OwnersHand): Promise<Outcome<KeyRecord>> {
    return outcome(async () => this.#keys.create(key, hand))
  }

  changeKey(id: string, change: KeyChange): Promise<Outcome<KeyRecord>> {
    return outcome(async () => this.#keys.change(id, change))
  }

  /**
   * Throws 409 for a key that is disabled, has expired or was replaced, and 503 when STORE or EVENTS cannot be reached.
   * Then the key is as before.
   */
  rollKey(id: string, roll: KeyRoll, hand?: OwnersHand): Promise<Outcome<RolledKey>> {
    return outcome(async () => this.#keys.roll(id, roll, hand))
  }

  /** Stores a change of the owner's that is about to be made elsewhere, so that it is told even if that is killed. */
  async announceChange(change: OwnerChange): Promise<string> {
    return this.#ownerNews.announce(change)
  }

  /** Has the owner told of a change that was announced and made. */
  async tellChange(id: string): Promise<void> {
    return this.#ownerNews.tell(id)
  }

  /** Nobody is told of a change that was announced and not made. */
  async withdrawChange(id: string): Promise<void> {
    this.#ownerNews.withdraw(id)
  }

  /** May be repeated until it has reached STORE and EVENTS. */
  deleteKey(id: string): Promise<Outcome<DeletedKey>> {
    return outcome(async () => {
      const { name, lineage, subscriptions } = await this.#keys.delete(id)
      return { name, subscriptions, created: this.#created.of(lineage) }
    })
  }

  /** Writes the copies of keys again that STORE has lost. Returns how many. */
  restoreKeys(): Promise<Outcome<number>> {
    return outcome(async () => this.#keys.restore())
  }

  /** Whether STORE has lost the copy of one of the newest keys. */
  hasLostKeys(): Promise<Outcome<boolean>> {
    return outcome(async () => this.#keys.hasLostCopies())
  }

  /** The owner of what this key may set up now. Undefined for a key that was deleted or disabled, or has expired. */
  async findKeyOwner(id: string): Promise<SubscriptionOwner | undefined> {
    return this.#keys.findOwner(id)
  }

  /**
   * Stores a session. One that starts with ADMIN_KEY ends all sessions and passkeys of another ADMIN_KEY for good. False
   * when its passkey was removed in the meantime.
   *
   * @param hand of a device that was not seen before, which the owner is told
   */
  async startSession(session: Session, hand?: OwnersHand): Promise<boolean> {
    const { method, mark, passkeyId } = session
    if (passkeyId && !this.#passkeys.list(mark).some(({ id }) => id === passkeyId)) return false
    const newsId = this.ctx.storage.transactionSync(() => {
      if (method === 'key') {
        this.#sessions.endOfOtherKeys(mark)
        this.#passkeys.deleteOfOtherKeys(mark)
      }
      this.#sessions.start(session)
      return hand && this.#ownerNews.announce({ ...hand, change: 'signed_in', target: null })
    })
    if (newsId !== undefined) await this.#ownerNews.tell(newsId)
    return true
  }

  async ownerSettings(): Promise<OwnerSettings> {
    return this.ctx.storage.kv.get<OwnerSettings>(SETTINGS) ?? {}
  }

  /** @param change a setting that is undefined is removed */
  async changeOwnerSettings(change: OwnerSettings): Promise<OwnerSettings> {
    const settings = { ...(await this.ownerSettings()), ...change }
    this.ctx.storage.kv.put<OwnerSettings>(SETTINGS, settings)
    return settings
  }

  /** Undefined for a session that has ended. */
  async findSession(id: string): Promise<Session | undefined> {
    return this.#sessions.find(id)
  }

  /**
   * Stores a use of a session, and returns it. Undefined when it has ended.
   *
   * @param isProof whether the admin key or a passkey was given
   */
  async useSession(id: string, isProof: boolean): Promise<Session | undefined> {
    return this.#sessions.use(id, isProof)
  }

  /**
   * Counts a change by a session. Returns how long it has to wait for it, in milliseconds: 0 for one that is admitted.
   * Undefined for a session that has ended.
   */
  async admitChange(id: string): Promise<number | undefined> {
    return this.#sessions.admitChange(id)
  }

  /** Those of this ADMIN_KEY, the last used one first. */
  async listSessions(mark: string): Promise<Session[]> {
    return this.#sessions.list(mark)
  }

  /** False when it had ended. */
  async endSession(id: string): Promise<boolean> {
    return this.#sessions.end(id)
  }

  /** Ends all sessions of this ADMIN_KEY but one. Returns how many. */
  async endOtherSessions(id: string | undefined, mark: string): Promise<number> {
    return this.#sessions.endOthers(id, mark)
  }

  /** Those of this ADMIN_KEY, the oldest first. */
  async listPasskeys(mark: string): Promise<Passkey[]> {
    return this.#passkeys.list(mark)
  }

  /** Throws 409 when it is stored already, or when there are too many. */
  addPasskey(passkey: Passkey): Promise<Outcome<void>> {
    return outcome(async () => this.#passkeys.add(passkey))
  }

  /** Undefined when there is no such passkey of this ADMIN_KEY. */
  async changePasskey(id: string, mark: string, change: PasskeyChange): Promise<Passkey | undefined> {
    return this.#passkeys.change(id, mark, change)
  }

  /**
   * False when there was none.
   *
   * @param ending ends the sessions that it opened, but that of this id. Absent to keep them
   */
  async deletePasskey(id: string, mark: string, ending?: { butSession: string | undefined }): Promise<boolean> {
    return this.ctx.storage.transactionSync(() => {
      const wasThere = this.#passkeys.delete(id, mark)
      if (wasThere && ending) this.#sessions.endOfPasskey(id, ending.butSession)
      return wasThere
    })
  }

  /**
   * Uses up a challenge. False when it was used before.
   *
   * @param until when it expires, in epoch milliseconds
   */
  async useChallenge(challenge: string, until: number): Promise<boolean> {
    return this.#passkeys.useChallenge(challenge, until)
  }

  /** Counts the registration of a client. False when the limit of its address or of the deployment is reached. */
  async admitRegistration(address: string): Promise<boolean> {
    return this.#registrations.admit(address, platform.now())
  }

  /** A record of the OAuth package. Null when there is none. */
  async readRecord(name: string): Promise<string | null> {
    const [, grantId, digest] = /^token:[^:]+:([^:]+):(.+)$/.exec(name) ?? []
    if (grantId !== undefined && digest !== undefined) this.#refreshes.noteUse(grantId, digest)
    return this.#records.read(name)
  }

  /** @param expiresAt epoch milliseconds; undefined for a record that does not expire */
  async writeRecord(name: string, value: string, expiresAt: number | undefined): Promise<void> {
    this.#records.write(name, value, expiresAt)
  }

  async deleteRecord(name: string): Promise<void> {
    const [, grantId] = /^grant:[^:]+:(.+)$/.exec(name) ?? []
    if (grantId !== undefined) this.#refreshes.forget(grantId)
    this.#records.delete(name)
  }

  async listRecords(prefix: string): Promise<string[]> {
    return this.#records.list(prefix)
  }

  /**
   * Responds to a client at the token endpoint. Runs one request at a time, so that no two use the same refresh token.
   */
  async answerToken(request: TokenRequest): Promise<TokenAnswer> {
    return (await this.#endpoint()).answer(request)
  }

  /** Changes terms of a grant. False when there is no record with this name. */
  async changeGrant(name: string, change: GrantChange): Promise<boolean> {
    return (await this.#endpoint()).changeGrant(name, change)
  }

  /** The grants that ended in the last 30 days without being revoked by the owner. */
  async endedGrants(): Promise<EndedGrant[]> {
    return this.#ended.all(platform.now())
  }

  /** Removes an ended grant from the list. False when it was not listed. */
  async dismissEndedGrant(id: string): Promise<boolean> {
    return this.#ended.remove(id)
  }

  /** Stores a call that the user of a client should agree to. */
  async openConfirmation(claim: Claim): Promise<void> {
    this.#confirmations.open(claim, platform.now())
  }

  /** Ends a confirmation, so that it allows one call. False when it is not one of this call, was used or has expired. */
  async takeConfirmation(id: string, fingerprint: string): Promise<boolean> {
    return this.#confirmations.take(id, fingerprint, platform.now())
  }

  /**
   * What the owner decided about this call, which an agreement allows once. Stores the call as waiting if nothing was
   * decided and the claim has details.
   *
   * @param isRepeatable whether repeating the call has no further effect, so that it may be repeated
   */
  async claimConfirmation(claim: Claim, isRepeatable: boolean): Promise<{ state: ClaimState; id: string }> {
    return this.#confirmations.claim(claim, isRepeatable, platform.now())
  }

  async readConfirmation(id: string): Promise<Confirmation | undefined> {
    return this.#confirmations.find(id, platform.now())
  }

  /** Decides a call that is waiting. Only the first decision counts. */
  async decideConfirmation(id: string, isAgreed: boolean): Promise<void> {
    this.#confirmations.decide(id, isAgreed)
  }

  /** Records what a key of this lineage created at a product. */
  async noteCredential(lineage: string, credential: CreatedCredential): Promise<void> {
    this.#created.note(lineage, credential)
  }

  /** Removes what was deleted at the product, by any caller. */
  async forgetCredential(operation: string, target: string): Promise<void> {
    this.#created.forget(operation, target)
  }

  async findDataKey(name: string): Promise<WrappedDataKey | undefined> {
    return this.#dataKeys.find(name)
  }

  /** Undefined when there are wraps of other data keys only. @param startsEmpty whether another one is wanted */
  async claimDataKey(
    name: string,
    wrapped: WrappedDataKey,
    keepsOlder: boolean,
    startsEmpty = false,
  ): Promise<WrappedDataKey | undefined> {
    return this.#dataKeys.claim(name, wrapped, keepsOlder, startsEmpty)
  }

  async hasDataKey(): Promise<boolean> {
    return !this.#dataKeys.isEmpty
  }

  /** Whether anything is stored that only CREDENTIALS_KEY opens. */
  async hasEncrypted(): Promise<boolean> {
    return this.#keys.hasAny || this.#accounts.hasAny
  }

  /** The accounts of which STORE has a record, under a data key. */
  async storedAccounts(dataKey: string): Promise<string[]> {
    return this.#accounts.list(dataKey)
  }

  /** Notes an account that was stored before accounts were noted. One that was noted before stays as it is. */
  async noteStoredAccount(dataKey: string, account: string): Promise<void> {
    this.#accounts.note(dataKey, account)
  }

  /** Called before the record of an account is written or deleted. It is noted as stored until the change has ended. */
  async beginAccountChange(dataKey: string, account: string): Promise<AccountChange> {
    return this.#accounts.begin(dataKey, account)
  }

  /** @param isStored whether STORE has a record now; undefined as before anything was noted */
  async endAccountChange(
    dataKey: string,
    account: string,
    { version }: AccountChange,
    isStored: boolean | undefined,
  ): Promise<void> {
    this.#accounts.end(dataKey, account, version, isStored)
  }
}
