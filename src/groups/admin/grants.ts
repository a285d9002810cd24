import { type Context, Hono } from 'hono'
import * as z from 'zod/mini'
import type { GrantChange } from '../../base/access.ts'
import { badInput, conflict, notFound } from '../../base/errors.ts'
import { GROUPS } from '../../base/groups.ts'
import { readSession } from '../../gateway/auth/admin.ts'
import { getOwner } from '../../gateway/auth/oauth/clients.ts'
import {
  changeGrant,
  type GrantMetadata,
  type GrantProps,
  type ListedGrant,
  listGrants,
  revokeGrant,
  tenantTag,
} from '../../gateway/auth/oauth/grants.ts'
import { oauthLack, oauthServer } from '../../gateway/auth/oauth/server.ts'
import { callerId, storeClient, stored } from '../../gateway/auth/oauth/storage.ts'
import { getScopes, limitsResponse, limitsSchema } from '../../gateway/auth/scopes.ts'
import { choice, jsonBoolean, jsonFlag } from '../../gateway/http/fields.ts'
import { readServiceName } from '../../gateway/owner-settings.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { readKeyUse } from '../../gateway/usage.ts'
import { oneLine, readAuthorization } from './authorization.ts'
import { read, write } from './group.ts'
import { accountsField } from './keys.ts'

const LONGEST_QUERY = 8192

const request = () =>
  z
    .string()
    .check(z.minLength(1, 'is required'), z.maxLength(LONGEST_QUERY, `must have at most ${LONGEST_QUERY} characters`))
    .check(
      z.meta({
        description: 'The query of the address that the client sent the browser to',
        examples: ['response_type=code&client_id=test-client&redirect_uri=https%3A%2F%2Fclient.example%2Fcallback'],
      }),
    )

const askInput = () => ({ json: z.strictObject({ request: request() }) })

const LONGEST_LABEL = 60

const label = () =>
  z
    .optional(z.string().check(z.trim(), z.maxLength(LONGEST_LABEL, `must have at most ${LONGEST_LABEL} characters`)))
    .check(
      z.meta({ description: 'For whom access is given, which the list of grants shows', examples: ['Kim, marketing'] }),
    )

const makeInput = () => ({
  json: z.strictObject({
    request: request(),
    groups: z
      .optional(
        z.pipe(
          z.array(choice(GROUPS)).check(z.minLength(1, 'must name a group at least')),
          z.transform((list) => [...new Set(list)]),
        ),
      )
      .check(
        z.meta({
          description: 'The groups that are opened; all of them unless said',
          examples: [['recorder', 'video']],
        }),
      ),
    accounts: z.optional(accountsField('client')),
    read_only: jsonFlag(true).check(
      z.meta({ description: 'Whether nothing that changes something is opened; true unless said' }),
    ),
    payments: jsonFlag(false).check(z.meta({ description: 'Whether payments may be made; false unless said' })),
    limits: z.optional(limitsSchema()).check(
      z.meta({
        description: 'How much may be asked for or moved by payments; no limit unless said',
        examples: [{ max_amount: 100_000, daily_amount: 1_000_000 }],
      }),
    ),
    confirm: jsonFlag(false).check(
      z.meta({
        description:
          'Whether the owner must agree to each call that pays, sends, publishes or deletes for good; false unless said',
      }),
    ),
    label: label(),
  }),
})

const idInput = () => ({
  param: z.object({
    id: z
      .string()
      .check(z.regex(/^[\w-]{16}$/, 'must be the id of a grant'))
      .check(z.meta({ description: 'The id of the grant', examples: ['0123456789abcdef'] })),
  }),
})

const changeInput = () => ({
  ...idInput(),
  json: z.strictObject({
    accounts: z
      .optional(z.nullable(accountsField('client')))
      .check(z.meta({ description: 'The accounts that the client opens; null for the first of each product' })),
    limits: z.optional(z.nullable(limitsSchema())).check(
      z.meta({
        description: 'How much may be asked for or moved by payments; null for no limit',
        examples: [{ max_amount: 100_000, daily_amount: 1_000_000 }],
      }),
    ),
    confirm: z.optional(jsonBoolean()).check(
      z.meta({
        description: 'Whether the owner must agree to each call that pays, sends, publishes or deletes for good',
      }),
    ),
  }),
})

/** Returns what the consent page shows about a client's request. */
async function ask(c: Context<AppEnv>, query: string) {
  const asked = await readAuthorization(c, await oauthServer(c), query)
  const { settings, platform } = c.get('state')
  const service_name = await readServiceName({ settings, platform })
  // Anybody can register a client with any address, so this page leads a visitor nowhere (RFC 9700, section 4.11.2).
  const isKnown =
    asked.domain !== undefined || (await readSession(settings, c.req.header('Cookie'), platform.now())) !== undefined
  const leaveTo = (address: string) => (isKnown ? address : null)
  if ('error' in asked) return { client: null, service_name, error: asked.error, leave_to: leaveTo(asked.refusedTo) }
  const { request, name, domain = null, redirectHost: redirect_host, isLocal: is_local, deniedTo } = asked
  const { groups = null, read_only = true, payments = false } = asked.requested ?? {}
  const requested = asked.requested ? { groups: groups && [...groups], read_only, payments } : null
  const client = { name, domain, redirect_host, redirect_uri: request.redirectUri, is_local, requested }
  return { client, service_name, error: null, leave_to: leaveTo(deniedTo) }
}

type Choice = z.output<ReturnType<typeof makeInput>['json']>

/** Creates the grant that the owner approved, and its authorization code. */
async function make(c: Context<AppEnv>, choice: Choice): Promise<{ redirect_to: string }> {
  const { request: query, groups, accounts, read_only, payments, limits, confirm } = choice
  const label = oneLine(choice.label ?? '')
  const server = await oauthServer(c)
  const asked = await readAuthorization(c, server, query)
  if ('error' in asked) return { redirect_to: asked.refusedTo }
  const { request, name, domain, redirectHost: redirect_host } = asked
  const terms: GrantProps = {
    owner: await tenantTag(c.get('state').settings),
    name,
    read_only,
    payments: payments && !read_only,
    ...(groups && { groups }),
    ...(accounts && { accounts }),
    ...(limits && { limits }),
    ...(confirm && !read_only && { confirm }),
    ...(label !== '' && { label }),
  }
  const metadata: GrantMetadata = {
    ...terms,
    redirect_host,
    ...(domain !== undefined && { domain }),
  }
  await storeClient(c, request.clientId)
  // The owner's choice decides what a client may do, whatever it asked for. Other people's grants of the same client
  // stay.
  const grant = {
    request,
    userId: getOwner(c.get('state').settings),
    scope: getScopes(terms),
    metadata,
    props: terms,
    revokeExistingGrants: false,
  }
  const { redirectTo: redirect_to } = await stored(server.api.completeAuthorization(grant))
  // A code has the form `owner:grant id:secret`.
  const target = new URL(redirect_to).searchParams.get('code')?.split(':')[1]
  Object.assign(c.get('state'), { target, targetName: label || name })
  return { redirect_to }
}

/** The grants with their usage, or the reason why grants are unavailable. */
async function list(c: Context<AppEnv>) {
  const unavailable = oauthLack(c.get('state').settings, new URL(c.req.url).origin) ?? null
  if (unavailable !== null) return { grants: [], unavailable }
  const [grants, uses] = await Promise.all([listGrants(c), readUses(c)])
  return { grants: grants.map((grant) => grantResponse(grant, uses)), unavailable }
}

const NO_GRANT = 'there is no grant with this id'

/** Throws 404 for an unknown grant. */
async function revoke(c: Context<AppEnv>, id: string): Promise<void> {
  const grant = (await listGrants(c)).find((one) => one.id === id)
  if (!grant) throw notFound(NO_GRANT)
  c.get('state').targetName = grant.terms.label ?? grant.terms.name
  await revokeGrant(c, id)
}

/** Whether a change may give the client more than it had. */
const mayWiden = ({ accounts, limits, confirm }: GrantChange): boolean =>
  accounts !== undefined || limits !== undefined || confirm === false

/** Throws 400 for a change of nothing, 404 for an unknown grant, and 409 for an expired one. */
async function change(c: Context<AppEnv>, id: string, { accounts, limits, confirm }: GrantChange) {
  if (accounts === undefined && limits === undefined && confirm === undefined)
    throw badInput('limits: is required, or confirm or accounts in its place')
  const grant = (await listGrants(c)).find((one) => one.id === id)
  if (grant?.ended) throw conflict('this grant has ended: reconnect the client')
  if (confirm && grant?.terms.read_only) throw badInput('confirm: is of no use to a client that only reads')
  if (!grant || !(await changeGrant(c, id, { accounts, limits, confirm }))) throw notFound(NO_GRANT)
  c.get('state').targetName = grant.terms.label ?? grant.terms.name
  const terms = {
    ...grant.terms,
    ...(accounts !== undefined && { accounts: accounts ?? undefined }),
    ...(limits !== undefined && { limits: limits ?? undefined }),
    ...(confirm !== undefined && { confirm }),
  }
  return { grant: grantResponse({ ...grant, terms }, await readUses(c)) }
}

type Uses = Awaited<ReturnType<typeof readUses>>

async function readUses(c: Context<AppEnv>) {
  const { settings, platform } = c.get('state')
  return settings.env.USAGE ? await readKeyUse(settings, platform) : undefined
}

function grantResponse({ id, terms, createdAt, expiresAt, ended }: ListedGrant, uses: Uses) {
  const { name, label = null, domain = null, redirect_host, groups = null, accounts = null } = terms
  const { read_only, payments } = terms
  const use = uses?.get(callerId(id))
  return {
    id,
    name,
    label,
    domain,
    redirect_host,
    groups,
    accounts,
    read_only,
    payments,
    limits: limitsResponse(terms.limits),
    confirm: terms.confirm ?? false,
    created_at: toIso(createdAt),
    expires_at: expiresAt === undefined ? null : toIso(expiresAt),
    ended_at: ended ? toIso(ended.at) : null,
    ended_reason: ended?.reason ?? null,
    last_used_at: use ? toIso(use.last) : null,
    requests_30d: use?.requests ?? (uses ? 0 : null),
  }
}

const toIso = (ms: number) => new Date(ms).toISOString()

const MAX_BODY = 16 * 1024

/** Grants of MCP clients that connect without a key: consent, list, change and revoke. */
export const grantRoutes = new Hono<AppEnv>()
  .post(
    '/admin/grants/ask',
    read('admin_read_grant_request', {
      summary: 'Get the client that requests access',
      description: 'It needs no sign-in, so that one sees who asks before one types the admin key.',
      ko: '프로그램의 접근 요청 확인',
      access: 'open',
      maxBody: MAX_BODY,
      input: askInput,
      handle: (c) => ask(c, c.req.valid('json').request),
    }),
  )
  .post(
    '/admin/grants',
    write('admin_make_grant', {
      summary: 'Grant a client access',
      description:
        'It is valid only for /mcp, with the licence of the deployment, and expires after 90 days. Earlier grants of the same client stay.',
      ko: '프로그램에 접근 허용',
      status: 201,
      needsProof: true,
      maxBody: MAX_BODY,
      input: makeInput,
      handle: (c) => make(c, c.req.valid('json')),
    }),
  )
  .get(
    '/admin/grants',
    read('admin_list_grants', {
      summary: 'List connected clients',
      description: 'Those whose access ended by itself in the last 30 days are listed with the reason.',
      ko: '연결된 프로그램 목록',
      handle: (c) => list(c),
    }),
  )
  .patch(
    '/admin/grants/:id',
    write('admin_change_grant', {
      summary: 'Change the accounts and limits of a client, and whether it asks first',
      description:
        'What is not named stays. The change holds everywhere within a minute. What else a client may do changes by connecting it again.',
      ko: '프로그램의 계정, 한도, 먼저 물어보기 변경',
      idempotent: true,
      needsProof: (c) => mayWiden(c.req.valid('json')),
      input: changeInput,
      handle: (c) => change(c, c.req.valid('param').id, c.req.valid('json')),
    }),
  )
  .delete(
    '/admin/grants/:id',
    write('admin_revoke_grant', {
      summary: 'Revoke the access of a client',
      description: 'Its tokens are refused everywhere within a minute. A grant that has ended is taken off the list.',
      ko: '프로그램의 접근 취소',
      idempotent: true,
      input: idInput,
      handle: (c) => revoke(c, c.req.valid('param').id),
      status: 204,
    }),
  )
