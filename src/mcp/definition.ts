import type { ProductGroup } from '../base/groups.ts'
import { type Inputs, narrowingFields, type ToolOptions } from '../gateway/operation-type.ts'
import { findBatch, type Json, type JsonSchema, markedSchema } from '../openapi/json-schema.ts'
import { TOOLS_FILE } from '../openapi/public-files.ts'
import { getOutput, type Registered } from '../openapi/registered.ts'
import { forwardedHeaders, headerArguments } from './request.ts'
import { ASK_EACH_TIME, type Definition, type Tool } from './tools.ts'
import type { AnswerPath } from './values.ts'

/** The tools of the default list, in addition to the four that reach everything: what most people do in a week. */
const DEFAULTS: ReadonlySet<string> = new Set([
  'gateway_search',
  'recorder_sync',
  'recorder_get_transcript',
  'notes_list_notes',
  'notes_get_transcript',
  'workspace_query_data_source',
  'workspace_insert_records',
  'workspace_get_page_markdown',
  'shop_list_sales',
  'shop_list_order_sheets',
  'payment_list_bills',
  'payment_request_bill',
  'video_get_transcript',
  'social_create_post',
])

/** The product's name for people, its names in Korean, and words for what only it has, by group. */
const PRODUCTS: Readonly<Record<ProductGroup, readonly [name: string, names: string, things: string]>> = {
  recorder: ['Plaud', '플라우드', 'recording record memo 녹음'],
  notes: ['Tiro', '티로', '회의록'],
  workspace: ['Notion', '노션', 'table row task page database wiki todo 표 행 페이지 할일'],
  shop: ['Coupang', '쿠팡', 'parcel seller 반품 배송 택배 매출 송장'],
  payment: ['PaySsam', '페이쌤 결제선생', 'bill invoice 청구서 입금 미납'],
  video: ['YouTube', '유튜브 유투브', 'video clip 동영상 영상'],
  social: ['Threads', '스레드 쓰레드', 'post reply follower mention 게시물 답글 팔로워'],
}

/** The file of all tools, by path below `public/`. */
export const toolsFile = (operations: readonly Registered[]): [file: string, text: string] => [
  TOOLS_FILE,
  JSON.stringify(operations.filter(isTool).map(toTool)),
]

/** Whether an operation is a tool. Operations of the management app are not, and a group can exclude operations. */
export const isTool = ({ operation }: Pick<Registered, 'operation'>): boolean => operation.tool !== null

/**
 * The options of a tool, where a model gets something else than a caller of HTTP, by the operation and its group.
 * Throws for one that is no tool.
 */
export function getOptions({ id, tool }: Registered['operation']): ToolOptions {
  if (tool === null) throw new Error(`${id} is no tool`)
  return { account: null, ...tool }
}

export function toTool({ path, operation }: Registered): Tool {
  const { id, group, reads } = operation
  const options = getOptions(operation)
  const { account, accountHeader, isForeign, hidden = [], withheld = [], description: _, ...rest } = options
  const output = getOutput(operation)
  const marks = getMarks(output && markedSchema(output, 'output'))
  const batch = output && findBatch(output)
  const marked = markedArguments(operation.input())
  const named = (has: (field: JsonSchema) => unknown) =>
    Object.entries(marked.properties).flatMap(([name, field]) => (has(field) ? [name] : []))
  const commaLists = named(({ list }) => list)
  const timestamps = named(({ isTimestamp }) => isTimestamp)
  const amounts = narrowingFields(operation.input()).flatMap(({ name, narrows }) =>
    narrows === 'amount' ? [name] : [],
  )
  const titled = Object.fromEntries(
    Object.entries(marked.properties).flatMap(([name, field]) => {
      const kind = findTitled(field)
      return kind ? [[name, kind]] : []
    }),
  )
  const { header } = operation.input()
  const needed = (header && markedSchema(header, 'input').required) ?? []
  // A write is not repeated to get the rest of its response.
  const continued = reads ? marks.continued : undefined
  const definition = toDefinition(operation, options, { marked, isContinued: continued !== undefined })
  return {
    name: id,
    group,
    path,
    reads,
    ...(!reads && operation.effect !== undefined && { hasEffect: true as const }),
    definition: shortened(definition),
    ...(DEFAULTS.has(id) && { isDefault: true as const }),
    found: toFound(operation, definition),
    ...rest,
    ...(account && { account, ...(accountHeader && { accountHeader }) }),
    ...(isForeign && output && { isForeign }),
    ...some({ hidden: hidden.filter((name) => !name.includes('.')), withheld, commaLists, timestamps, amounts }),
    ...some({ neededHeaders: forwardedHeaders(header).filter((name) => needed.includes(name)) }),
    ...(Object.keys(titled).length > 0 && { titled }),
    ...some({ omitted: marks.omitted, epochs: marks.epochs, positions: marks.positions }),
    ...(batch !== undefined && { batch }),
    ...(continued !== undefined && { continued }),
  }
}

const some = (lists: Readonly<Record<string, readonly string[]>>) =>
  Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0))

/** What an argument is the id of, or its items are. */
function findTitled(field: JsonSchema): 'page' | 'data_source' | undefined {
  const { titled, items, anyOf = [] } = field
  if (titled === 'page' || titled === 'data_source') return titled
  const inner = [...anyOf, ...(typeof items === 'object' ? [items as JsonSchema] : [])]
  return inner.map(findTitled).find((kind) => kind !== undefined)
}

interface Arguments {
  properties: Record<string, JsonSchema>
  required: string[]
}

/** The arguments of a tool: path, query and body of its operation, and the headers without credentials. */
function markedArguments({ param, query, header, json }: Inputs): Arguments {
  const parts = [param, query, json].map((part) => part && markedSchema(part, 'input'))
  const headers = header ? markedSchema(header, 'input').properties : {}
  const properties: Record<string, JsonSchema> = Object.assign(
    {},
    ...parts.map((part) => part?.properties),
    ...headerArguments(header).map(([name, argument]) => ({ [argument]: headers?.[name] })),
  )
  return { properties, required: parts.flatMap((part) => part?.required ?? []) }
}

function toDefinition(
  operation: Registered['operation'],
  options: ToolOptions,
  { marked, isContinued }: { marked: Arguments; isContinued: boolean },
): Definition {
  const { id, group, reads, destructive, effect, idempotent, toolMaxima } = operation
  const { summary } = operation.texts
  const product = PRODUCTS[group as ProductGroup]?.[0]
  const required = [...marked.required, ...(options.required ?? [])]
  const unlisted = new Set([...(options.hidden ?? []), ...(options.withheld ?? [])])
  const properties = leanFields(marked.properties, unlisted)
  for (const [name, maximum] of Object.entries(toolMaxima)) {
    if (properties[name]) properties[name] = { ...properties[name], default: maximum }
  }
  for (const [name, initial] of Object.entries(options.defaults ?? {})) {
    // A missing flag means false.
    if (initial === false || !properties[name]) continue
    const isList = marked.properties[name]?.list && typeof initial === 'string'
    properties[name] = { ...properties[name], default: isList ? initial.split(',') : initial }
  }
  if (isContinued) properties.offset = { type: 'integer', description: 'next_offset of the part before' }
  return {
    name: id,
    title: product ? `${product}: ${summary}` : summary,
    description: options.description ?? describe(operation.texts),
    inputSchema: {
      type: 'object',
      ...(Object.keys(properties).length > 0 && { properties }),
      ...(required.length > 0 && { required }),
    },
    annotations: {
      // Defaults of the protocol are left out: without annotations, clients assume a tool that writes and may destroy.
      ...(reads ? { readOnlyHint: true as const } : { destructiveHint: destructive || effect !== undefined }),
      ...(!reads && idempotent && { idempotentHint: true as const }),
      // A read is marked by its answer (`isForeign`): clients ask before a call of an open world.
      ...(!reads && { openWorldHint: effect !== undefined && effect !== 'deletion' }),
    },
    ...(effect !== undefined && { _meta: ASK_EACH_TIME }),
  }
}

/** The texts of a field say this where a model needs it, and the router's validation errors explain it. */
const NOISE = [
  'pattern',
  'format',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'title',
  'allOf',
  'batch',
]

/** The fields that a model needs. `filters.value` is a field of the items. */
function leanFields(
  fields: Readonly<Record<string, JsonSchema>>,
  unlisted: ReadonlySet<string>,
  path = '',
): Record<string, JsonSchema> {
  const shown = Object.entries(fields).filter(([name]) => !unlisted.has(path + name))
  return Object.fromEntries(shown.map(([name, field]) => [name, leanArgument(field, unlisted, `${path}${name}.`)]))
}

function leanArgument(marked: JsonSchema, unlisted: ReadonlySet<string>, path: string): JsonSchema {
  const { isTimestamp, list, ...schema } = marked
  const { description, default: initial } = schema
  const described = description === undefined ? {} : { description }
  if (isTimestamp) return { type: 'string', ...described }
  if (Array.isArray(list)) {
    const items: JsonSchema = { type: 'string', ...(list.length > 0 && { enum: list }) }
    const defaults = typeof initial === 'string' && initial !== '' ? { default: initial.split(',') } : {}
    return { type: 'array', items, ...described, ...defaults }
  }
  return lean(schema, unlisted, path)
}

function lean(schema: JsonSchema, unlisted: ReadonlySet<string>, path: string): JsonSchema {
  const rest: JsonSchema = { ...schema }
  delete rest.titled
  for (const keyword of NOISE) delete rest[keyword]
  if (isNoise(rest.additionalProperties)) delete rest.additionalProperties
  if (Array.isArray(rest.type)) {
    const types = rest.type.filter((type) => type !== 'null')
    if (types.length === 1 && types[0]) rest.type = types[0]
  }
  if (rest.enum) delete rest.type
  if (rest.properties) rest.properties = leanFields(rest.properties, unlisted, path)
  if (rest.items) rest.items = getItems(rest, unlisted, path)
  // A missing flag means false, and a list starts at its beginning.
  if (rest.default === false || rest.default === 0) delete rest.default
  if (!rest.anyOf) return rest
  const ways = rest.anyOf.filter(({ type }) => type !== 'null').map((way) => lean(way, unlisted, path))
  const { anyOf: _, ...around } = rest
  // Null counts as absent, and an argument may be absent. Without null there is a single type and description.
  const [only] = ways
  if (ways.length === 1 && only) return { ...only, ...around }
  return { ...around, anyOf: ways.map(({ description: _words, ...way }) => way) }
}

/** The schema of a list's items. Without a description when the list has one, because that says what its strings are. */
function getItems({ items, description }: JsonSchema, unlisted: ReadonlySet<string>, path: string): JsonSchema {
  const { description: own, ...item } = lean(items as JsonSchema, unlisted, path)
  return own !== undefined && description === undefined ? { ...item, description: own } : item
}

const isNoise = (value: Json | undefined) =>
  typeof value === 'boolean' || (typeof value === 'object' && JSON.stringify(value) === '{}')

/** The longest description of a tool that has none of its own, in characters. */
const MOST_DESCRIPTION = 100

/** What a model needs of a description: whole sentences, without those about statuses, headers and bodies, which it does not see. */
function describe({ summary, description = '' }: Registered['operation']['texts']): string {
  const sentences = description.split(/\.(?: (?=[A-Z`\d])|$)/).filter((text) => text !== '' && !OF_HTTP.test(text))
  let described = summary
  for (const sentence of sentences) {
    if (described.length + sentence.length > MOST_DESCRIPTION) break
    described += `. ${sentence}`
  }
  return described
}

const OF_HTTP = /\b[245]\d\d\b|Idempotency-Key|of the body/

/** The longest text of an argument in a list, in characters. */
const MOST_WORDS = 32

/** The start of a text, up to where a clause ends: what follows is for people who read one operation. */
function clause(text: string): string {
  const [first = ''] = text.split(/; |\. | \(|, a comma list/, 1)
  if (first.length <= MOST_WORDS) return first
  const end = Math.max(first.lastIndexOf(', ', MOST_WORDS), first.lastIndexOf(': ', MOST_WORDS))
  return end > 0 ? first.slice(0, end) : first
}

/** A definition as a list has it, which every session pays for. The note below a part names `offset`. */
function shortened(definition: Definition): Definition {
  const short = (value: unknown, isText: boolean): unknown => {
    if (typeof value === 'string') return isText ? clause(value) : value
    if (Array.isArray(value)) return value.map((item) => short(item, false))
    if (typeof value !== 'object' || value === null) return value
    const entries = Object.entries(value).filter(([name]) => name !== 'offset')
    return Object.fromEntries(entries.map(([name, inner]) => [name, short(inner, name === 'description')]))
  }
  return { ...definition, inputSchema: short(definition.inputSchema, false) as Definition['inputSchema'] }
}

/** The longest text about the arguments of a tool that was found, in characters. */
const MOST_ARGUMENTS = 260

function toFound(operation: Registered['operation'], { title, inputSchema }: Definition): Tool['found'] {
  const { summary, description = '', ko, search = '' } = operation.texts
  const [name = '', names = '', things = ''] = PRODUCTS[operation.group as ProductGroup] ?? []
  const [first = ''] = description.split(/\.(?: |$)|; /, 1)
  const words = formatFields(inputSchema, true)
  return {
    line: first.length > 0 && first.length < 90 ? `${title}. ${first}` : title,
    args: words.length > MOST_ARGUMENTS ? formatFields(inputSchema, false) : words,
    words: `${operation.id.replaceAll('_', ' ')} ${summary}, ${ko}, ${search}`,
    more: description,
    product: `${name} ${names}`.trim(),
    things,
  }
}

/** The fields of an object in short: `id!, format: srt|vtt, items![{a!, b}]`. */
function formatFields({ properties = {}, required = [] }: Partial<JsonSchema>, isDescribed: boolean): string {
  const texts = Object.entries(properties as Record<string, JsonSchema>).map(([name, field]) => {
    const words = field.description ? ` (${clause(field.description)})` : ''
    return `${name}${required.includes(name) ? '!' : ''}${formatType(field)}${isDescribed ? words : ''}`
  })
  return texts.join(', ')
}

function formatType({ type, enum: values, items, properties, anyOf }: JsonSchema): string {
  if (Array.isArray(values)) return `: ${values.join('|')}`
  if (type === 'array') {
    const item = items as JsonSchema | undefined
    return item?.properties ? `: [{${formatFields(item, false)}}]` : `: [${formatType(item ?? {}).slice(2) || 'text'}]`
  }
  if (properties) return `: {${formatFields({ properties }, false)}}`
  if (anyOf)
    return `: ${anyOf
      .map((way) => formatType(way).slice(2))
      .filter(Boolean)
      .join(' or ')}`
  return type === 'string' || type === undefined ? '' : `: ${type}`
}

interface Marks {
  omitted: AnswerPath[]
  epochs: AnswerPath[]
  positions: AnswerPath[]
  /** The first annotated field that is not in a list. */
  continued?: AnswerPath
}

/** The paths of the annotated fields of a response (gateway/operation-type.ts). */
function getMarks(schema: JsonSchema | undefined): Marks {
  const found: Marks = { omitted: [], epochs: [], positions: [] }
  const collect = (field: JsonSchema, path: AnswerPath): void => {
    const inside = (step: string) => (path ? `${path}.${step}` : step)
    if (field.continued && !path.includes('[]')) found.continued ??= path
    if (field.epoch) return void found.epochs.push(path)
    if (field.position) return void found.positions.push(path)
    for (const [name, inner] of Object.entries(field.properties ?? {})) {
      if (inner.omitted) found.omitted.push(inside(name))
      collect(inner, inside(name))
    }
    if (field.items) collect(field.items as JsonSchema, inside('[]'))
    for (const way of field.anyOf ?? []) collect(way, path)
    const { additionalProperties: members } = field
    if (typeof members === 'object' && members !== null && !Array.isArray(members))
      collect(members as JsonSchema, inside('*'))
  }
  if (schema) collect(schema, '')
  return found
}
