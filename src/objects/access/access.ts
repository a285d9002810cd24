import { DurableObject, RpcTarget } from 'cloudflare:workers'
import type {
  GrantChange,
  KeyChange,
  KeyRecord,
  KeyRoll,
  NewKey,
  OwnerSettings,
  Session,
  TokenAnswer,
  TokenRequest,
} from '../../base/access.ts'
import type { Env, Exposed } from '../../base/env.ts'
import { conflict, type Outcome, outcome } from '../../base/errors.ts'
import type { OwnerChange, OwnersHand } from '../../base/events.ts'
import { type Account, MOST_ACCOUNTS } from '../../base/groups.ts'
import { lazy, lazyModule } from '../../base/lazy.ts'
import { platform } from '../../base/platform.ts'
import { getSettings } from '../../base/settings.ts'
import type { DeletedKey, RolledKey } from '../../gateway/auth/keys.ts'
import { MIGRATIONS, migrate } from '../schema.ts'
import { Confirmations } from './confirmations.ts'
import { DataKeys } from './data-keys.ts'
import { CreatedCredentials, NamedKeys } from './keys.ts'
import { EndedGrants, OAuthRecords, Refreshes } from './oauth.ts'
import { OwnerNews } from './owner-news.ts'
import { Passkeys } from './passkeys.ts'
import { Sessions } from './sessions.ts'
import { StoredAccounts } from './stored-accounts.ts'
import type { TokenEndpoint } from './token-endpoint.ts'

const loadTokenEndpoint = lazyModule(() => import('./token-endpoint.ts'))

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
class Registrations extends RpcTarget {
  readonly #storage: DurableObjectStorage
  readonly #now: () => number

  constructor(storage: DurableObjectStorage, now: () => number) {
    super()
    this.#storage = storage
    this.#now = now
  }

  /** Counts the registration of a client. False when the limit of its address or of the deployment is reached. */
  admit(address: string): boolean {
    const now = this.#now()
    const recent = (this.#storage.kv.get<Registered[]>(REGISTRATIONS) ?? []).filter(isRecent)
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

/** How many ids with links are noted. Links end after hours, so that the newest are enough. */
const MOST_INVITED = 50

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
    migrate(ctx, MIGRATIONS.access)
    const { sql } = ctx.storage
    const now = () => platform.now()
    this.#sessions = new Sessions(sql, now)
    this.#passkeys = new Passkeys(sql, now)
    this.#registrations = new Registrations(ctx.storage, now)
    this.#records = new OAuthRecords(sql, now)
    this.#refreshes = new Refreshes(sql)
    this.#ended = new EndedGrants(sql, now)
    this.#confirmations = new Confirmations(sql, now)
    const schedule = () => this.#schedule()
    const ownerNews = new OwnerNews(ctx.storage, getSettings(env), platform, schedule)
    this.#ownerNews = ownerNews
    this.#keys = new NamedKeys(ctx.storage, getSettings(env), platform, { ownerNews, schedule })
    this.#created = new CreatedCredentials(sql)
    this.#dataKeys = new DataKeys(ctx.storage, env, platform)
    this.#accounts = new StoredAccounts(sql)
    const stores = { records: this.#records, refreshes: this.#refreshes, ended: this.#ended, now }
    this.#endpoint = lazy(async () => new (await loadTokenEndpoint()).TokenEndpoint(stores))
    // An object with tasks has an alarm. This sets one that got lost again.
    this.#schedule()
  }

  /** The other methods of named keys set the alarm, which is done here. */
  get keys(): Exposed<NamedKeys, 'list' | 'findOwner' | 'hasLostCopies'> {
    return this.#keys
  }

  get sessions(): Exposed<Sessions, 'find' | 'use' | 'admitChange' | 'list' | 'end' | 'endOthers'> {
    return this.#sessions
  }

  get passkeys(): Exposed<Passkeys, 'list' | 'add' | 'change' | 'useChallenge'> {
    return this.#passkeys
  }

  get registrations(): Exposed<Registrations, 'admit'> {
    return this.#registrations
  }

  get oauthRecords(): Exposed<OAuthRecords, 'write' | 'list'> {
    return this.#records
  }

  get endedGrants(): Exposed<EndedGrants, 'list' | 'remove'> {
    return this.#ended
  }

  get confirmations(): Exposed<Confirmations, 'open' | 'take' | 'claim' | 'find' | 'decide'> {
    return this.#confirmations
  }

  get createdCredentials(): Exposed<CreatedCredentials, 'note' | 'forget'> {
    return this.#created
  }

  get dataKeys(): Exposed<DataKeys, 'find' | 'claim' | 'hasAny'> {
    return this.#dataKeys
  }

  get storedAccounts(): Exposed<StoredAccounts, 'list' | 'note' | 'startChange' | 'endChange'> {
    return this.#accounts
  }

  get ownerNews(): Exposed<OwnerNews, 'withdraw'> {
    return this.#ownerNews
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
  async reportChange(id: string): Promise<void> {
    return this.#ownerNews.report(id)
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
    if (newsId !== undefined) await this.#ownerNews.report(newsId)
    return true
  }

  async ownerSettings(): Promise<OwnerSettings> {
    return this.ctx.storage.kv.get<OwnerSettings>(SETTINGS) ?? {}
  }

  /** Adds a further account to the list. False when it is there. Throws 409 when there are too many. */
  async addAccount(account: Account): Promise<Outcome<boolean>> {
    return outcome(async () => {
      const { accounts = [] } = await this.ownerSettings()
      if (accounts.includes(account)) return false
      if (accounts.length >= MOST_ACCOUNTS)
        throw conflict(`there are ${MOST_ACCOUNTS} further accounts: erase one of them first`)
      await this.changeOwnerSettings({ accounts: [...accounts, account], invited: await this.#invitedWithout(account) })
      return true
    })
  }

  async removeAccount(account: Account): Promise<void> {
    const { accounts = [] } = await this.ownerSettings()
    const left = accounts.filter((one) => one !== account)
    await this.changeOwnerSettings({ accounts: left, invited: await this.#invitedWithout(account) })
  }

  /** Notes an id before it gets a link, so that its links are found. The account is added when the link is used. */
  async inviteAccount(account: Account): Promise<void> {
    const { accounts = [] } = await this.ownerSettings()
    if (accounts.includes(account)) return
    const invited = [...(await this.#invitedWithout(account)), account].slice(-MOST_INVITED)
    await this.changeOwnerSettings({ invited })
  }

  async #invitedWithout(account: Account): Promise<Account[]> {
    return ((await this.ownerSettings()).invited ?? []).filter((one) => one !== account)
  }

  /** @param change a setting that is undefined is removed */
  async changeOwnerSettings(change: OwnerSettings): Promise<OwnerSettings> {
    const settings = { ...(await this.ownerSettings()), ...change }
    this.ctx.storage.kv.put<OwnerSettings>(SETTINGS, settings)
    return settings
  }

  /**
   * False when there was none.
   *
   * @param ending ends the session that added it and those that it opened, but that of this id. Absent to keep them
   */
  async deletePasskey(id: string, mark: string, ending?: { butSession: string | undefined }): Promise<boolean> {
    return this.ctx.storage.transactionSync(() => {
      const deleted = this.#passkeys.delete(id, mark)
      if (deleted && ending) this.#sessions.endOfPasskey(deleted, ending.butSession)
      return deleted !== undefined
    })
  }

  /** A record of the OAuth package. Null when there is none. */
  async readRecord(name: string): Promise<string | null> {
    const [, grantId, digest] = /^token:[^:]+:([^:]+):(.+)$/.exec(name) ?? []
    if (grantId !== undefined && digest !== undefined) this.#refreshes.noteUse(grantId, digest)
    return this.#records.read(name)
  }

  async deleteRecord(name: string): Promise<void> {
    const [, grantId] = /^grant:[^:]+:(.+)$/.exec(name) ?? []
    if (grantId !== undefined) this.#refreshes.forget(grantId)
    this.#records.delete(name)
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

  /** Whether anything is stored that only CREDENTIALS_KEY opens. */
  async hasEncrypted(): Promise<boolean> {
    return this.#keys.hasAny || this.#accounts.hasAny
  }
}
