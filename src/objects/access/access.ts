import { DurableObject } from 'cloudflare:workers'
import type {
  AccessObject,
  Claim,
  ClaimState,
  Confirmation,
  EndedGrant,
  GrantChange,
  TokenAnswer,
  TokenRequest,
} from '../../base/access-object.ts'
import type { Env } from '../../base/env.ts'
import type { ApiKeyRef } from '../../base/events.ts'
import { lazy } from '../../base/lazy.ts'
import type {
  CreatedCredential,
  DeletedKey,
  KeyChange,
  KeyRecord,
  KeyRoll,
  NewKey,
  RolledKey,
} from '../../base/named-keys.ts'
import { type Outcome, outcome } from '../../base/outcome.ts'
import { platform } from '../../base/platform.ts'
import { migrate } from '../schema.ts'
import { Confirmations } from './confirmations.ts'
import { CreatedCredentials } from './created-credentials.ts'
import { EndedGrants } from './ended-grants.ts'
import { NamedKeys } from './named-keys.ts'
import { OAuthRecords } from './oauth-records.ts'
import { Refreshes } from './refreshes.ts'
import type { TokenEndpoint } from './token-endpoint.ts'

const REGISTRATIONS = 'registrations'

/** How many clients may register in a minute, from all IP addresses together. */
const MOST_A_MINUTE = 20
const MINUTE_MS = 60_000

/** Sessions that were signed out before their expiry. */
class EndedSessions {
  readonly #sql: SqlStorage

  constructor(sql: SqlStorage) {
    this.#sql = sql
  }

  has(id: string): boolean {
    return this.#sql.exec('SELECT 1 FROM ended_sessions WHERE id = ?', id).toArray().length > 0
  }

  /** @param until the latest expiry of the session; it need not be stored longer */
  add(id: string, until: number, now: number): void {
    this.#sql.exec('DELETE FROM ended_sessions WHERE until <= ?', now)
    this.#sql.exec('INSERT OR REPLACE INTO ended_sessions VALUES (?, ?)', id, until)
  }
}

/** When clients registered in the last minute. The registrations themselves are not stored. */
class Registrations {
  readonly #storage: DurableObjectStorage

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage
  }

  /** Counts one more. False when there are too many. */
  admit(now: number): boolean {
    const times = this.#storage.kv.get<number[]>(REGISTRATIONS) ?? []
    const recent = times.filter((time) => Math.abs(now - time) < MINUTE_MS)
    if (recent.length >= MOST_A_MINUTE) return false
    this.#storage.kv.put<number[]>(REGISTRATIONS, [...recent, now])
    return true
  }
}

/**
 * The only object that stores who may have access, for changes that KV would show too late (decisions.md sections 11.2,
 * 11.6 and 13.1).
 */
export class Access extends DurableObject<Env> implements AccessObject {
  readonly #sessions: EndedSessions
  readonly #registrations: Registrations
  readonly #records: OAuthRecords
  readonly #refreshes: Refreshes
  readonly #ended: EndedGrants
  /** Loaded with the first token, because every isolate evaluates everything that this module imports at its start. */
  readonly #endpoint: () => Promise<TokenEndpoint>
  readonly #confirmations: Confirmations
  readonly #keys: NamedKeys
  readonly #created: CreatedCredentials

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    migrate(ctx, 'access')
    const { sql } = ctx.storage
    const now = () => platform.now()
    this.#sessions = new EndedSessions(sql)
    this.#registrations = new Registrations(ctx.storage)
    this.#records = new OAuthRecords(sql, now)
    this.#refreshes = new Refreshes(sql)
    this.#ended = new EndedGrants(sql)
    this.#confirmations = new Confirmations(sql)
    this.#keys = new NamedKeys(ctx.storage, env, platform)
    this.#created = new CreatedCredentials(sql)
    const stores = { records: this.#records, refreshes: this.#refreshes, ended: this.#ended, now }
    this.#endpoint = lazy(async () => new (await import('./token-endpoint.ts')).TokenEndpoint(stores))
  }

  override async alarm(): Promise<void> {
    return this.#keys.onAlarm()
  }

  async listKeys(): Promise<KeyRecord[]> {
    return this.#keys.list()
  }

  createKey(key: NewKey): Promise<Outcome<KeyRecord>> {
    return outcome(async () => this.#keys.create(key))
  }

  changeKey(id: string, change: KeyChange): Promise<Outcome<KeyRecord>> {
    return outcome(async () => this.#keys.change(id, change))
  }

  rollKey(id: string, roll: KeyRoll): Promise<Outcome<RolledKey>> {
    return outcome(async () => this.#keys.roll(id, roll))
  }

  deleteKey(id: string): Promise<Outcome<DeletedKey>> {
    return outcome(async () => {
      const { lineage, subscriptions } = await this.#keys.delete(id)
      return { subscriptions, created: this.#created.of(lineage) }
    })
  }

  async findKeyOwner(id: string): Promise<ApiKeyRef | undefined> {
    return this.#keys.findOwner(id)
  }

  async encryptKeysAgain(): Promise<number> {
    return this.#keys.encryptAgain()
  }

  async isSessionEnded(id: string): Promise<boolean> {
    return this.#sessions.has(id)
  }

  async endSession(id: string, until: number): Promise<void> {
    this.#sessions.add(id, until, platform.now())
  }

  async admitRegistration(): Promise<boolean> {
    return this.#registrations.admit(platform.now())
  }

  async readRecord(name: string): Promise<string | null> {
    const [, grantId, digest] = /^token:[^:]+:([^:]+):(.+)$/.exec(name) ?? []
    if (grantId !== undefined && digest !== undefined) this.#refreshes.noteUse(grantId, digest)
    return this.#records.read(name)
  }

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

  async answerToken(request: TokenRequest): Promise<TokenAnswer> {
    return (await this.#endpoint()).answer(request)
  }

  async changeGrant(name: string, change: GrantChange): Promise<boolean> {
    return (await this.#endpoint()).changeGrant(name, change)
  }

  async endedGrants(): Promise<EndedGrant[]> {
    return this.#ended.all(platform.now())
  }

  async dismissEndedGrant(id: string): Promise<boolean> {
    return this.#ended.remove(id)
  }

  async openConfirmation(claim: Claim): Promise<void> {
    this.#confirmations.open(claim, platform.now())
  }

  async takeConfirmation(id: string, fingerprint: string): Promise<boolean> {
    return this.#confirmations.take(id, fingerprint, platform.now())
  }

  async claimConfirmation(claim: Claim, isRepeatable: boolean): Promise<{ state: ClaimState; id: string }> {
    return this.#confirmations.claim(claim, isRepeatable, platform.now())
  }

  async readConfirmation(id: string): Promise<Confirmation | undefined> {
    return this.#confirmations.find(id, platform.now())
  }

  async decideConfirmation(id: string, isAgreed: boolean): Promise<void> {
    this.#confirmations.decide(id, isAgreed)
  }

  async noteCredential(lineage: string, credential: CreatedCredential): Promise<void> {
    this.#created.note(lineage, credential)
  }

  async forgetCredential(operation: string, target: string): Promise<void> {
    this.#created.forget(operation, target)
  }
}
