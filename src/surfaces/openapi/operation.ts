import type { Inputs, Operation } from '../../gateway/operation-type.ts'
import { namedSchema } from '../json-schema.ts'
import { getOutput } from '../outputs.ts'
import type { Registered } from '../registered.ts'
import { getExample, getNeeded } from './examples.ts'
import { getFailures, headers } from './failures.ts'
import { fieldFacts, operationFacts, withTitles } from './forms/facts.ts'
import { recordedAnswer } from './recorded.ts'

/** The Operation Object of OpenAPI 3.1. */
export function describeOperation(member: Registered) {
  const { operation } = member
  const { id, group, gate, reads, destructive, status, existingStatus } = operation
  const { summary, description, search } = operation.texts
  const input = operation.input()
  const body = getOutput(operation)
  const output = body && namedSchema(body, 'output')
  const access = toAccess(gate)
  const effect = reads ? 'Only reads.' : 'Changes data.'
  return {
    operationId: id,
    tags: [group],
    summary,
    description: [description, access.words, effect].filter(Boolean).join(' '),
    ...operationFacts(member),
    // For the reference page: extra search words.
    ...(search && { 'x-search': search }),
    'x-tier': access.tier,
    'x-read-only': reads,
    'x-destructive': destructive,
    // GPT Actions ask their user before such a call, or offer to remember the answer. Creating is included, because it
    // sends bills and posts.
    'x-openai-isConsequential': !reads,
    ...(access.security && { security: access.security }),
    parameters: getParameters(member, input),
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
        headers: headers(['X-Request-Id']),
        ...(output && { content: { 'application/json': { schema: output, example: recordedAnswer(operation) } } }),
      },
      ...getFailures(operation, output),
    },
  }
}

/** The description of a success, from the summary: that of a read is a noun, that of a write an imperative. */
const describeSuccess = ({ reads, status }: Operation, summary: string) =>
  reads ? summary : `${summary}: ${status === 202 ? 'begun' : 'done'}`

/** Who may call it, as text and as `security`. Without `security` the document's default applies. */
function toAccess(gate: Operation['gate']): { tier: string; words: string; security?: unknown[] } {
  if (gate === 'open') return { tier: 'open', words: 'Needs no key.', security: [] }
  if (gate === 'admin') return { tier: 'admin', words: 'Needs ADMIN_KEY or its session.' }
  if (gate === 'link') return { tier: 'link', words: 'Needs the cookie of a link.', security: [{ link: [] }] }
  const words = `Licence: ${gate.admits.join(' or ')}.`
  if (!gate.admitsOwner) return { tier: gate.tier, words }
  return {
    tier: gate.tier,
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
