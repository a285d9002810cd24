import {
  type EndedReason,
  type GrantChange,
  LONGEST_GRANT_S,
  type TokenAnswer,
  type TokenRequest,
} from '../../base/access.ts'
import { sha256Hex } from '../../base/crypto.ts'
import { isObject, member } from '../../base/json.ts'
import { lazyModule } from '../../base/lazy.ts'
import { type Records, storageOver } from '../../gateway/auth/oauth/storage.ts'
import type { EndedGrants, OAuthRecords, Refreshes } from './oauth.ts'

const loadProvider = lazyModule(() => import('../../gateway/auth/oauth/provider.ts'))

/** How long a client that repeats a refresh gets the same response, in milliseconds. */
const SAME_ANSWER_MS = 10_000

/** A grant expires this long after its last refresh, in seconds. */
export const IDLE_GRANT_S = 30 * 24 * 3600

/** The name of a grant's record, and of any record that belongs to a grant. */
const GRANT = /^grant:[^:]+:([^:]+)$/
const OWNED = /^(?:grant|token):[^:]+:([^:]+)/

interface Grant {
  /** Epoch seconds. */
  createdAt: number
  previousRefreshTokenId?: string
  metadata?: unknown
}

/** A grant before a request, as the package read it. */
interface StoredGrant {
  id: string
  /** The name of its record. */
  name: string
  record: string
}

/** What the package did with a request. */
interface Run {
  answer: Omit<TokenAnswer, 'endedId'>
  /** Absent when the package read none: the client is unknown, or the grant. */
  grant?: StoredGrant
  /** The grant that it ended, or of which it ended a token. */
  endedId?: string | undefined
  /** Whether a replaced refresh token was used after its successor. */
  isReused: boolean
}

interface Stores {
  records: OAuthRecords
  refreshes: Refreshes
  ended: EndedGrants
  now: () => number
}

/**
 * The token endpoint. Requests are handled one after another, because two concurrent refreshes with one token would
 * each revoke the token that the other got.
 *
 * A refresh token that is used again within 10 s gets the same response, because clients run twice and responses get
 * lost. After that it is accepted until its successor was used. If it comes after its successor was used, two parties
 * have it, one of whom stole it: the grant is revoked (RFC 9700, section 4.14.2).
 */
export class TokenEndpoint {
  readonly #stores: Stores
  readonly #recent = new Map<string, { answer: TokenAnswer; grant: string; successor: string; until: number }>()
  #lock: Promise<unknown> = Promise.resolve()

  constructor(stores: Stores) {
    this.#stores = stores
  }

  answer(request: TokenRequest): Promise<TokenAnswer> {
    return this.#withLock(() => this.#answer(request))
  }

  /** Also queued, because a refresh writes the whole record of the grant. */
  changeGrant(name: string, { accounts, limits, confirm }: GrantChange): Promise<boolean> {
    return this.#withLock(async () => {
      const { records } = this.#stores
      const text = records.read(name)
      if (text === null) return false
      const grant = JSON.parse(text) as Grant
      const metadata = {
        ...(isObject(grant.metadata) && grant.metadata),
        ...(accounts !== undefined && { accounts: accounts ?? undefined }),
        ...(limits !== undefined && { limits: limits ?? undefined }),
        ...(confirm !== undefined && { confirm }),
      }
      records.replace(name, JSON.stringify({ ...grant, metadata }))
      return true
    })
  }

  #withLock<Value>(work: () => Promise<Value>): Promise<Value> {
    const done = this.#lock.then(work)
    this.#lock = done.catch(() => {})
    return done
  }

  async #answer(request: TokenRequest): Promise<TokenAnswer> {
    const { records, refreshes, now } = this.#stores
    const same = await sha256Hex(`${request.authorization ?? ''}\n${request.body}`)
    const recent = this.#recent.get(same)
    if (recent && now() < recent.until && records.read(recent.grant) !== null) return recent.answer

    const form = new URLSearchParams(request.body)
    // The form has only the one that its grant type exchanges.
    const presented = await sha256Hex(form.get('refresh_token') || form.get('code') || '')
    const { answer, grant, endedId, isReused } = await this.#run(request, presented)
    if (!grant) return { ...answer, endedId }
    // An authenticated client used a token that was replaced long ago.
    const isOld = answer.reason === 'oauth refresh_token_mismatch' && refreshes.wasIssued(grant.id, presented)
    if (isOld) this.#delete(grant.name)
    const after = records.read(grant.name)
    if (after === null) {
      this.#noteEnd(grant, getEnd(form, answer, isReused || isOld))
      return { ...answer, endedId: grant.id }
    }
    const given = { ...answer, endedId }
    if (answer.status === 200 && after !== grant.record)
      await this.#noteTokens(grant, given, { same, presented, isRefresh: form.get('grant_type') === 'refresh_token' })
    return given
  }

  /** Has the package answer. Which grant a request is about is what the package reads, not what the form names. */
  async #run(request: TokenRequest, presented: string): Promise<Run> {
    const { records, now } = this.#stores
    const clientName = request.client && `client:${String(member(JSON.parse(request.client), 'clientId'))}`
    const run: Omit<Run, 'answer'> = { isReused: false }
    const recording: Records = {
      read: async (name) => {
        if (name === clientName && request.client !== undefined) return request.client
        const record = records.read(name)
        const [, id] = GRANT.exec(name) ?? []
        if (id !== undefined && record !== null) run.grant ??= { id, name, record }
        return record
      },
      write: async (name, value, expiresAt) => records.write(name, value, expiresAt),
      delete: async (name) => {
        run.endedId = OWNED.exec(name)?.[1]
        records.delete(name)
      },
      list: async (prefix) => records.list(prefix),
    }
    const { createOAuthServer } = await loadProvider()
    const { origin } = new URL(request.url)
    const storage = storageOver(recording, now)
    const { answer, OAuthError, reason } = createOAuthServer(origin, storage, async ({ props, grantId }) => {
      const refuse = (description: string) => new OAuthError('invalid_grant', { description })
      const grant = JSON.parse(run.grant?.record ?? '{}') as Partial<Grant>
      run.isReused = this.#isReused(grant, grantId, presented)
      // The package revokes the grant at this error.
      if (run.isReused)
        throw refuse('this refresh token was replaced, and its successor used: connect the client again')
      if (member(props, 'owner') !== request.ownerMark) throw refuse('ADMIN_KEY has changed: connect the client again')
      const leftS = (grant.createdAt ?? 0) + LONGEST_GRANT_S - Math.floor(now() / 1000)
      if (leftS < 60) throw refuse('access ends 90 days after it was given: connect the client again')
      return { refreshTokenIdleTTL: Math.min(IDLE_GRANT_S, leftS) }
    })
    const headers = new Headers()
    if (request.authorization !== undefined) headers.set('Authorization', request.authorization)
    if (request.contentType !== undefined) headers.set('Content-Type', request.contentType)
    const response = await answer(new Request(request.url, { method: 'POST', headers, body: request.body }))
    const { status } = response
    const body = await response.text()
    return { ...run, answer: { status, headers: Object.fromEntries(response.headers), body, reason: reason() } }
  }

  #isReused({ previousRefreshTokenId }: Partial<Grant>, grantId: string, presented: string): boolean {
    const { refreshes, now } = this.#stores
    const last = refreshes.last(grantId)
    if (presented !== previousRefreshTokenId || !last) return false
    return last.isUsed && now() - last.at >= SAME_ANSWER_MS
  }

  /** Deletes a grant with its tokens. */
  #delete(name: string): void {
    const { records } = this.#stores
    for (const token of records.list(`${name.replace(/^grant/, 'token')}:`)) records.delete(token)
    records.delete(name)
  }

  #noteEnd({ id, record }: StoredGrant, reason: EndedReason): void {
    const { ended, refreshes, now } = this.#stores
    const { createdAt, metadata } = JSON.parse(record) as Grant
    refreshes.forget(id)
    ended.add({ id, createdAt: createdAt * 1000, endedAt: now(), reason, metadata: JSON.stringify(metadata ?? null) })
  }

  /** Records which tokens the client got, and caches the response for a repeated refresh. */
  async #noteTokens(
    { id, name }: StoredGrant,
    answer: TokenAnswer,
    { same, presented, isRefresh }: { same: string; presented: string; isRefresh: boolean },
  ): Promise<void> {
    const { refreshes, now } = this.#stores
    const tokens: unknown = JSON.parse(answer.body)
    const [access, refresh] = [member(tokens, 'access_token'), member(tokens, 'refresh_token')]
    if (typeof access !== 'string' || typeof refresh !== 'string') return
    const successor = await sha256Hex(refresh)
    refreshes.note(id, { access: await sha256Hex(access), refresh: successor, brought: presented }, now())
    for (const [key, recent] of this.#recent)
      if (recent.until <= now() || recent.successor === presented) this.#recent.delete(key)
    // A code that is sent twice has two holders.
    if (isRefresh) this.#recent.set(same, { answer, grant: name, successor, until: now() + SAME_ANSWER_MS })
  }
}

function getEnd(form: URLSearchParams, { reason }: Run['answer'], isReused: boolean): EndedReason {
  if (isReused) return 'token reuse'
  if (reason === 'oauth code_replayed') return 'code reuse'
  return form.get('grant_type') ? 'expired' : 'client'
}
