import * as z from 'zod/mini'
import admin from '../../test/examples/admin.json' with { type: 'json' }
import events from '../../test/examples/events.json' with { type: 'json' }
import gateway from '../../test/examples/gateway.json' with { type: 'json' }
import notes from '../../test/examples/notes.json' with { type: 'json' }
import payment from '../../test/examples/payment.json' with { type: 'json' }
import recorder from '../../test/examples/recorder.json' with { type: 'json' }
import shop from '../../test/examples/shop.json' with { type: 'json' }
import social from '../../test/examples/social.json' with { type: 'json' }
import video from '../../test/examples/video.json' with { type: 'json' }
import workspace from '../../test/examples/workspace.json' with { type: 'json' }
import type { Area } from '../base/groups.ts'
import { isObject } from '../base/json.ts'
import { ACCOUNT_HEADER, productsOf, takesAccount } from '../gateway/auth/accounts.ts'
import { ACCOUNT_PATTERN } from '../gateway/http/fields.ts'
import type { Inputs, Operation } from '../gateway/operation-type.ts'
import { fieldFacts, operationFacts, withTitles } from './facts.ts'
import { getFailures, headers } from './failures.ts'
import { namedSchema } from './json-schema.ts'
import { getOutput, type Registered } from './registered.ts'

/**
 * An example request: for each field the first of the `examples` in its `.meta()`, unless the whole object has one. A
 * field without examples is left out. Numbers and booleans of a query have their own types, as in the document.
 */
export function getExample(fields: z.ZodMiniObject): Record<string, unknown> {
  const [whole] = getExamples(fields)
  if (isObject(whole)) return whole
  const entries = Object.entries(fields.shape).map(([name, field]) => [name, getExamples(field)[0]])
  return Object.fromEntries(entries.filter(([, example]) => example !== undefined))
}

/**
 * The fields that the example request cannot do without: the required ones, and the alternatives of which it takes one.
 */
const getNeeded = (fields: z.ZodMiniObject): string[] =>
  Object.entries(fields.shape).flatMap(([name, field]) =>
    z.globalRegistry.get(field)?.needed || !z.safeParse(field, undefined).success ? [name] : [],
  )

/** An optional field has the examples of the field that it wraps. */
function getExamples(field: z.core.$ZodType): readonly unknown[] {
  const { examples } = z.globalRegistry.get(field) ?? {}
  if (Array.isArray(examples)) return examples
  return field instanceof z.core.$ZodOptional ? getExamples(field._zod.def.innerType) : []
}

/**
 * Responses of the simulated products, by operation id. test/slow/workerd/openapi/recorded.test.ts records
 * them. Only what is generated has them, so they are no part of the Worker.
 */
const RECORDED: Record<Area, Readonly<Record<string, unknown>>> = {
  recorder,
  notes,
  workspace,
  shop,
  payment,
  video,
  social,
  events,
  gateway,
  admin,
}

/** A shortened response of the operation. Undefined for one without a body, and for one that is not recorded yet. */
const recordedAnswer = ({ id, group }: Operation): unknown => RECORDED[group][id]

/** The Operation Object of OpenAPI 3.1. */
export function describeOperation(member: Registered) {
  const { operation } = member
  const { id, group, access, reads, destructive, needsProof, status, existingStatus } = operation
  const { summary, description, search } = operation.texts
  const input = operation.input()
  const body = getOutput(operation)
  const output = body && namedSchema(body, 'output')
  const described = describeAccess(access)
  const effect = reads ? 'Only reads.' : 'Changes data.'
  return {
    operationId: id,
    tags: [group],
    summary,
    description: [description, described.words, PROOFS[`${needsProof}`], effect].filter(Boolean).join(' '),
    ...operationFacts(member),
    ...(takesAccount(operation) && { 'x-accounts': [...productsOf(operation)] }),
    // For the reference page: extra search words.
    ...(search && { 'x-search': search }),
    'x-tier': described.tier,
    'x-read-only': reads,
    'x-destructive': destructive,
    // GPT Actions ask their user before such a call, or offer to remember the answer. Creating is included, because it
    // sends bills and posts.
    'x-openai-isConsequential': !reads,
    ...(described.security && { security: described.security }),
    parameters: [...getParameters(member, input), ...(takesAccount(operation) ? [accountParameter(operation)] : [])],
    ...(input.json && { requestBody: toBody(member, input.json) }),
    responses: {
      ...(existingStatus && {
        [existingStatus]: {
          description: `${summary}: ${status === 202 ? 'nothing to begin' : 'the same already exists'}`,
          headers: headers(['X-Request-Id']),
          content: { 'application/json': { schema: output } },
        },
      }),
      [status]: {
        description: describeSuccess(operation, summary),
        headers: headers(['X-Request-Id', ...(takesAccount(operation) ? [ACCOUNT_HEADER] : [])]),
        ...(output && { content: { 'application/json': { schema: output, example: recordedAnswer(operation) } } }),
      },
      ...getFailures(operation, output),
    },
  }
}

const ONE_ACCOUNT = ACCOUNT_PATTERN.slice(1, -1)

/** Every operation with an account takes it, so no operation declares it. */
const accountParameter = (operation: Operation) => ({
  name: ACCOUNT_HEADER,
  in: 'header',
  required: false,
  description:
    'The account to use: `workspace` is the first one of its product, `workspace:business` another one. The first one that the key opens unless said. A comma list names one of each product',
  schema: { type: 'string', pattern: `^${ONE_ACCOUNT}(, *${ONE_ACCOUNT})*$` },
  example: productsOf(operation)[0] ?? 'notes',
})

/** Whether a session of the app has to prove that it is the owner (docs/spec/admin.md, "Proof"). */
const PROOFS = {
  true: 'A session needs a proof.',
  sometimes: 'A session may need a proof.',
  false: undefined,
} as const satisfies Record<`${Operation['needsProof']}`, string | undefined>

/** The description of a success, from the summary, which is a noun for a read, and an imperative for a write. */
const describeSuccess = ({ reads, status }: Operation, summary: string) =>
  reads ? summary : `${summary}: ${status === 202 ? 'begun' : 'done'}`

/** Who may call it, as text and as `security`. Without `security` the document's default applies. */
function describeAccess(access: Operation['access']): { tier: string; words: string; security?: unknown[] } {
  if (access === 'open') return { tier: 'open', words: 'Needs no key.', security: [] }
  if (access === 'admin') return { tier: 'admin', words: 'Needs ADMIN_KEY or its session.' }
  if (access === 'link') return { tier: 'link', words: 'Needs the cookie of a link.', security: [{ link: [] }] }
  const words = `Licence: ${access.admits.join(' or ')}.`
  if (!access.admitsOwner) return { tier: access.tier, words }
  return {
    tier: access.tier,
    words: `${words} Or the owner.`,
    security: [{ key: [] }, { admin: [] }, { session: [] }],
  }
}

function toBody(member: Registered, json: NonNullable<Inputs['json']>) {
  const { properties, ...rest } = namedSchema(json, 'input')
  const titled = Object.entries(properties ?? {}).map(([name, schema]) => [
    name,
    { ...withTitles(schema, member), ...fieldFacts(member, name, json.shape[name]) },
  ])
  const schema = { ...rest, ...(properties && { properties: Object.fromEntries(titled) }) }
  return {
    // An empty body counts as `{}`.
    required: rest.required !== undefined,
    content: { 'application/json': { schema, example: getExample(json) } },
  }
}

function getParameters(member: Registered, input: Inputs) {
  return (['param', 'query', 'header'] as const).flatMap((place) => {
    const fields = input[place]
    if (!fields) return []
    const { properties = {}, required = [] } = namedSchema(fields, 'input')
    const examples = getExample(fields)
    const needed = getNeeded(fields)
    return Object.entries(properties).map(([name, { description, ...schema }]) => ({
      name,
      in: place === 'param' ? 'path' : place,
      required: required.includes(name),
      description,
      schema,
      ...(place !== 'header' && fieldFacts(member, name, fields.shape[name])),
      // The default changes nothing.
      example: examples[name] ?? schema.default,
      // The reference page only fills in what a request needs.
      ...(needed.includes(name) && !required.includes(name) && { 'x-needed': true }),
    }))
  })
}
