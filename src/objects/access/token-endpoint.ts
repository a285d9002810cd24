import {
  type EndedReason,
  type GrantChange,
  LONGEST_GRANT_S,
  type TokenAnswer,
  type TokenRequest,
} from '../../base/access-object.ts'
import { sha256Hex } from '../../base/digest.ts'
import { isObject, member } from '../../base/json-object.ts'
import { type OAuthStorage, storageOver } from '../../gateway/auth/oauth/oauth-storage.ts'
import type { EndedGrants } from './ended-grants.ts'
import type { OAuthRecords } from './oauth-records.ts'
import type { Refreshes } from './refreshes.ts'

/** How long a client that repeats a refresh gets the same response, in milliseconds. */
const SAME_ANSWER_MS = 10_000

/** A grant expires this long after its last refresh, in seconds. */
export const IDLE_GRANT_S = 30 * 24 * 3600

/** A token or code of the OAuth package: user, grant and random characters. */
const TOKEN = /^([^:]+):([\w-]{16}):[\w-]+$/

/** How long a grant waits for its client to exchange the code, in milliseconds: as long as in the package. */
const PENDING_MS = 600_000

interface Grant {
  /** Epoch seconds, like `expiresAt`. */
  createdAt: number
  /** Absent until the client has used the grant. */
  expiresAt?: number
  previousRefreshTokenId?: string
  metadata?: unknown
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
  readonly #recent = new Map<string, { answer: TokenAnswer; successor: string; until: number }>()
  #lock: Promise<unknown> = Promise.resolve()

  constructor(stores: Stores) {
    this.#stores = stores
  }

  answer(request: TokenRequest): Promise<TokenAnswer> {
    return this.#withLock(() => this.#answer(request))
  }

  /** Also queued, because a refresh writes the whole record of the grant. */
  changeGrant(name: string, { limits, confirm }: GrantChange): Promise<boolean> {
    return this.#withLock(async () => {
      const { records, now } = this.#stores
      const text = await records.read(name)
      if (text === null) return false
      const grant = JSON.parse(text) as Grant
      const metadata = {
        ...(isObject(grant.metadata) && grant.metadata),
        ...(limits !== undefined && { limits: limits ?? undefined }),
        ...(confirm !== undefined && { confirm }),
      }
      const endsAt = grant.expiresAt === undefined ? now() + PENDING_MS : grant.expiresAt * 1000
      records.replace(name, JSON.stringify({ ...grant, metadata }), endsAt)
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
    const form = new URLSearchParams(request.body)
    const token = form.get('refresh_token') ?? form.get('code') ?? form.get('token') ?? ''
    const [, user = '', grantId] = TOKEN.exec(token) ?? []
    if (grantId === undefined) return this.#run(request, {})
    const name = `grant:${user}:${grantId}`
    const before = await records.read(name)
    const same = await sha256Hex(`${request.authorization ?? ''}\n${request.body}`)
    const recent = this.#recent.get(same)
    if (before !== null && recent && now() < recent.until) return recent.answer

    const grant = before === null ? undefined : (JSON.parse(before) as Grant)
    const presented = await sha256Hex(token)
    const reused = grant !== undefined && this.#isReused(grant, grantId, presented)
    const answered = await this.#run(request, { grant, isReused: reused })
    let after = await records.read(name)
    // An authenticated client used a token that was replaced long ago.
    const isOld = answered.reason === 'oauth refresh_token_mismatch' && refreshes.wasIssued(grantId, presented)
    if (after !== null && isOld) {
      await this.#delete(user, grantId)
      after = null
    }
    if (before !== null && after === null) this.#noteEnd(grantId, before, getEnd(form, answered, reused || isOld))
    if (answered.status === 200 && form.has('grant_type'))
      await this.#noteTokens(grantId, answered, { same, presented, isRefresh: form.has('refresh_token') })
    return { ...answered, grantId: after === null || form.has('token') ? grantId : undefined }
  }

  #isReused({ previousRefreshTokenId }: Grant, grantId: string, presented: string): boolean {
    const { refreshes, now } = this.#stores
    const last = refreshes.last(grantId)
    if (presented !== previousRefreshTokenId || !last) return false
    return last.isUsed && now() - last.at >= SAME_ANSWER_MS
  }

  async #run(
    request: TokenRequest,
    { grant, isReused = false }: { grant?: Grant | undefined; isReused?: boolean },
  ): Promise<TokenAnswer> {
    const { createOAuthServer } = await import('../../gateway/auth/oauth/oauth-server.ts')
    const { origin } = new URL(request.url)
    const { answer, OAuthError, reason } = createOAuthServer(origin, this.#storageFor(request), async ({ props }) => {
      const refuse = (description: string) => new OAuthError('invalid_grant', { description })
      // The package revokes the grant at this error.
      if (isReused) throw refuse('this refresh token was replaced, and its successor used: connect the client again')
      if (member(props, 'owner') !== request.ownerMark) throw refuse('ADMIN_KEY has changed: connect the client again')
      const leftS = (grant?.createdAt ?? 0) + LONGEST_GRANT_S - Math.floor(this.#stores.now() / 1000)
      if (leftS < 60) throw refuse('access ends 90 days after it was given: connect the client again')
      return { refreshTokenIdleTTL: Math.min(IDLE_GRANT_S, leftS) }
    })
    const headers = new Headers()
    if (request.authorization !== undefined) headers.set('Authorization', request.authorization)
    if (request.contentType !== undefined) headers.set('Content-Type', request.contentType)
    const response = await answer(new Request(request.url, { method: 'POST', headers, body: request.body }))
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: await response.text(),
      reason: reason(),
      grantId: undefined,
    }
  }

  /** The records for the package, and the client that came with the request. */
  #storageFor({ client }: TokenRequest): OAuthStorage {
    const { records, now } = this.#stores
    const name = client === undefined ? undefined : `client:${String(member(JSON.parse(client), 'clientId'))}`
    return storageOver(
      {
        read: async (asked) => (asked === name && client !== undefined ? client : records.read(asked)),
        write: async (asked, value, expiresAt) => records.write(asked, value, expiresAt),
        delete: (asked) => records.delete(asked),
        list: (prefix) => records.list(prefix),
      },
      now,
    )
  }

  async #delete(user: string, grantId: string): Promise<void> {
    const { records } = this.#stores
    for (const name of await records.list(`token:${user}:${grantId}:`)) await records.delete(name)
    await records.delete(`grant:${user}:${grantId}`)
  }

  #noteEnd(id: string, record: string, reason: EndedReason): void {
    const { ended, refreshes, now } = this.#stores
    const { createdAt, metadata } = JSON.parse(record) as Grant
    refreshes.forget(id)
    ended.add({ id, createdAt: createdAt * 1000, endedAt: now(), reason, metadata: JSON.stringify(metadata ?? null) })
  }

  /** Records which tokens the client got, and caches the response for a repeated request. */
  async #noteTokens(
    grantId: string,
    answer: TokenAnswer,
    { same, presented, isRefresh }: { same: string; presented: string; isRefresh: boolean },
  ): Promise<void> {
    const { refreshes, now } = this.#stores
    const tokens: unknown = answer.body === '' ? undefined : JSON.parse(answer.body)
    const [access, refresh] = [member(tokens, 'access_token'), member(tokens, 'refresh_token')]
    if (typeof access !== 'string' || typeof refresh !== 'string') return
    const successor = await sha256Hex(refresh)
    refreshes.note(grantId, { access: await sha256Hex(access), refresh: successor, brought: presented }, now())
    for (const [key, recent] of this.#recent)
      if (recent.until <= now() || recent.successor === presented) this.#recent.delete(key)
    if (isRefresh) this.#recent.set(same, { answer, successor, until: now() + SAME_ANSWER_MS })
  }
}

function getEnd(form: URLSearchParams, { reason }: TokenAnswer, isReused: boolean): EndedReason {
  if (isReused) return 'token reuse'
  if (reason === 'oauth code_replayed') return 'code reuse'
  return form.has('grant_type') ? 'expired' : 'client'
}
