import type { Area } from '../base/groups.ts'
import { ACCOUNT_HEADER, takesAccount } from '../gateway/auth/accounts.ts'
import { type Group, PRODUCTS } from './facts.ts'
import { CODE_SCHEMA, ERROR_SCHEMA, failureComponents } from './failures.ts'
import { COLUMNS, LISTS } from './fields.ts'
import type { Json, JsonSchema } from './json-schema.ts'
import { describeOperation } from './operation.ts'
import type { Registered } from './registered.ts'
import { describeEvent, describeWebhooks } from './webhooks.ts'

/** The version of the API, which a release does not change. */
export const API_VERSION = '1.0.0'

const INTRODUCTION = `One API key opens all accounts that this deployment is connected to. Send it as \`X-API-KEY\`.

- Bodies are JSON, at most 1 MiB. A field or query parameter that is not documented is 400, and an empty value of an optional one counts as absent.
- Every answer carries \`X-Request-Id\`; one that you send is used.
- Each operation names the licences that open it: basic, pro, or payment. A key of another licence is refused with 400 or
  403, one of other groups with 403.
- Ids come from the lists and searches of the same group. A list that has more says where to continue (\`next_...\`), null at
  its end: send that value back in the field that its description names.
- Times are ISO 8601 or epoch milliseconds, as the field says. Amounts of money are in won.
- 409 means: not ready yet, so ask again later, or in conflict with what exists. The message says which.
- Numbers documented as clamped are never rejected.
- Integers of more than 53 bits come as strings.
- A failure says in \`error\` what is wrong and what to do, and in the header \`X-Error-Code\` which kind it is. After 429, wait for the seconds of \`Retry-After\`.`

/**
 * Linters require both. The document does not know whose deployment it describes, and nobody is granted a licence to
 * it.
 */
const CONTACT = { name: 'The owner of this deployment' }
const LICENSE = { name: 'For holders of a key of this deployment', identifier: 'LicenseRef-Private' }

/** The purpose of each group. */
export const PURPOSES: Record<Area, string> = {
  recorder: 'Plaud, a voice recorder: recordings, transcripts, summaries, tags, devices, search and AI tasks',
  notes: 'Tiro, meeting notes: notes with their transcripts and summaries, API keys and webhooks',
  workspace:
    'Notion, a workspace: its data sources, rows and members. A token that comes with a request is never stored',
  shop: "Coupang, a shop: the seller's order sheets and categories, the customer's orders",
  payment: 'PaySsam, payment: bills, auto-pay and Korean phone numbers',
  video: 'YouTube, videos: transcripts and metadata',
  social: 'Threads, social posts: posts, replies and insights',
  events: 'Events of the other groups: delivered to your webhook endpoint, or polled here',
  gateway: 'The gateway itself: whether its accounts work',
  admin: 'The management app. ADMIN_KEY opens it, as Bearer or by the cookie of a session, and no API key does',
}

const KEY_SCHEMES = {
  key: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-KEY',
    description: 'The API key of this deployment, or a named key',
  },
}

/** Either of them is the owner of the deployment. */
const OWNER_SCHEMES = {
  admin: { type: 'http', scheme: 'bearer', description: 'ADMIN_KEY of this deployment' },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-latchkey',
    description: 'The cookie that signing in sets; a change needs the Origin of this deployment as well',
  },
}

const LINK_SCHEMES = {
  link: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-latchkey-link',
    description: 'The cookie that opening a link sets, for one account',
  },
}

/** The OpenAPI 3.1 document of these operations. */
export function toDocument(operations: readonly Registered[]) {
  const groups = [...new Set(operations.map(({ operation }) => operation.group))]
  const webhooks = describeWebhooks(groups)
  const isAdmin = groups.includes('admin')
  const usual = isAdmin ? OWNER_SCHEMES : KEY_SCHEMES
  const forOwner = operations.some(({ operation: { access } }) => typeof access === 'object' && access.admitsOwner)
  const securitySchemes = { ...usual, ...(isAdmin && LINK_SCHEMES), ...(forOwner && OWNER_SCHEMES) }
  const paths: Record<string, Record<string, unknown>> = {}
  for (const { method, path, operation } of operations) {
    const template = path.replaceAll(/:(\w+)/g, '{$1}')
    paths[template] = { ...paths[template], [method.toLowerCase()]: describeOperation({ method, path, operation }) }
  }
  const { schemas: failures, responses } = failureComponents(operations.map(({ operation }) => operation))
  const given = { Error: ERROR_SCHEMA, ...(webhooks && { Event: describeEvent() }) }
  const { part, schemas } = withComponents({ paths, ...(webhooks && { webhooks }), failures, responses }, given)
  const { failures: envelopes, ...described } = part
  return {
    openapi: '3.1.0',
    // Before everything long: each request inserts its origin here (openapi.ts).
    servers: [{ url: '/', description: 'This deployment' }],
    info: { title: 'Latchkey', version: API_VERSION, description: INTRODUCTION, contact: CONTACT, license: LICENSE },
    security: Object.keys(usual).map((name) => ({ [name]: [] })),
    tags: groups.map((name) => ({
      name,
      description: PURPOSES[name],
      ...(name !== 'admin' && { 'x-title': PRODUCTS[name as Group] }),
    })),
    // The data for forms (docs/connectors.md): the lists that fill fields, and what a person fills in for a column.
    ...(!groups.includes('admin') && { 'x-lists': LISTS, 'x-column-kinds': COLUMNS }),
    paths: described.paths,
    ...(webhooks && { webhooks: described.webhooks }),
    components: {
      securitySchemes,
      headers: {
        'X-Request-Id': { description: 'The id of the request', schema: { type: 'string' } },
        ...(operations.some(({ operation }) => takesAccount(operation)) && { [ACCOUNT_HEADER]: USED_ACCOUNT }),
        'X-Error-Code': {
          description: 'Why the request failed, from a closed list',
          schema: CODE_SCHEMA,
        },
        Link: { description: 'Where the guide explains the code, as `rel="help"`', schema: { type: 'string' } },
        'Retry-After': { description: 'Seconds to wait, when the service reports them', schema: { type: 'integer' } },
      },
      responses: described.responses,
      schemas: { ...schemas, ...envelopes },
    },
  }
}

const USED_ACCOUNT = { description: 'The account that was used; left out where none was', schema: { type: 'string' } }

/**
 * Moves the schemas that have a name (`component` in their `.meta()`) into `components.schemas`, with a reference in
 * their place. Throws when two schemas of one name differ, because a caller would get the wrong one.
 *
 * @param given components that are known already, whatever the document has under their name
 */
function withComponents<Part>(part: Part, given: Readonly<Record<string, JsonSchema>>) {
  const schemas: Record<string, JsonSchema> = {}
  const move = (node: Json = null): Json => {
    if (Array.isArray(node)) return node.map(move)
    if (typeof node !== 'object' || node === null) return node
    const { component, ...rest } = node
    if (typeof component !== 'string')
      return Object.fromEntries(Object.entries(node).map(([name, value]) => [name, move(value)]))
    const { description, ...schema } = rest
    if (!(component in given)) {
      const moved = move(schema) as JsonSchema
      schemas[component] ??= moved
      if (JSON.stringify(schemas[component]) !== JSON.stringify(moved))
        throw new Error(`${component} names two schemas: give one of them another component in its .meta()`)
    }
    return { $ref: `#/components/schemas/${component}`, ...(description !== undefined && { description }) }
  }
  // A document is plain JSON. Its own type does not say so.
  const moved = move(JSON.parse(JSON.stringify(part)) as Json) as Part
  const known = Object.fromEntries(Object.entries(given).map(([name, schema]) => [name, move(schema) as JsonSchema]))
  return { part: moved, schemas: { ...known, ...schemas } }
}
