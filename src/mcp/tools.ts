import type { Area, Product } from '../base/groups.ts'
import type { ShownFields } from '../gateway/operation-type.ts'
import type { JsonSchema } from '../openapi/json-schema.ts'
import type { AnswerPath } from './values.ts'

/** An operation as a tool, generated (definition.ts) so that a list of tools loads no operation. Defaults are left out. */
export interface Tool {
  name: string
  group: Area
  /** The path of its operation in the router. */
  path: string
  reads: boolean
  /** Its operation declares an `effect`: it reaches other people or money, or cannot be undone. */
  hasEffect?: true
  /** As a list has it: with the starts of long texts. */
  definition: Definition
  /** Whether it is in the default list. */
  isDefault?: true
  /** The entry in `gateway_find_tools`, and the words that find it: its own, of its description, its product and the product's things. */
  found: { line: string; args: string; words: string; more: string; product: string; things: string }
  /** The account that it needs to work. */
  account?: Product
  /** The header with a credential that replaces that account. */
  accountHeader?: string
  /** It returns its report with an error status as well. */
  reports?: true
  /** Arguments that are sent unless the caller sets them. */
  defaults?: Readonly<Record<string, string | number | false>>
  /** Arguments that are required here and not by the route. */
  required?: readonly string[]
  /** Arguments that are accepted but not listed for models. */
  hidden?: readonly string[]
  /** Arguments that are refused, because no model may set them. */
  withheld?: readonly string[]
  /** The response contains texts that others wrote. */
  isForeign?: true
  /** Arguments that are arrays here and comma-separated lists in the request. */
  commaLists?: readonly string[]
  /** Arguments that say how much is returned. */
  amounts?: readonly string[]
  /** Headers of the client without which it does nothing. */
  neededHeaders?: readonly string[]
  /** Arguments that are ids of what has a title, and what that is. */
  titled?: Readonly<Record<string, 'page' | 'data_source'>>
  /** Arguments that are times. */
  timestamps?: readonly string[]
  /** The fields of the response unless the caller requests all, by the path of their object. */
  shown?: ShownFields
  /** Values of the response by what they are (gateway/operation-type.ts). */
  omitted?: readonly AnswerPath[]
  epochs?: readonly AnswerPath[]
  positions?: readonly AnswerPath[]
  continued?: AnswerPath
  batch?: AnswerPath
}

/** A tool as a client lists it. */
export interface Definition {
  name: string
  title: string
  description: string
  inputSchema: JsonSchema & { type: 'object' }
  annotations: {
    readOnlyHint?: true
    destructiveHint?: boolean
    idempotentHint?: true
    openWorldHint?: boolean
  }
  _meta?: typeof ASK_EACH_TIME
}

/**
 * For a tool with an effect. Hosts remember "always allow" by the name of a tool. One that reads this mark asks its user at
 * each call, also where it runs by itself, and refuses the call where nobody can be asked. Others ignore it.
 */
export const ASK_EACH_TIME = { 'anthropic/requiresUserInteraction': true } as const

/** The selection in the endpoint's URL, the same for every key and account. */
export interface Selection {
  /** Undefined for all. */
  groups: ReadonlySet<Area> | undefined
  /** All operations instead of the default list. */
  all: boolean
  readOnly: boolean
  /** Whether the list leaves out the marks that let a host ask its user. Nothing else depends on it. */
  isUnattended: boolean
}

export const FIND = 'gateway_find_tools'
export const READ = 'gateway_read'
export const CHANGE = 'gateway_change'
export const SEND = 'gateway_send'

/** The tool that runs another one by its name. */
export type Reach = typeof READ | typeof CHANGE | typeof SEND

export const isReach = (name: unknown): name is Reach => name === READ || name === CHANGE || name === SEND

/** The tool that runs a tool of this kind. */
export const getReach = ({ reads, hasEffect }: Pick<Tool, 'reads' | 'hasEffect'>): Reach =>
  reads ? READ : hasEffect ? SEND : CHANGE

const tool = { type: 'string' }
const args = { type: 'object' }
const account = { type: 'string', description: 'Which of several' }
const changeSchema: Definition['inputSchema'] = {
  type: 'object',
  properties: {
    tool,
    arguments: args,
    account,
    idempotency_key: { type: 'string', description: 'New for each wish, the same when a call is repeated' },
  },
  required: ['tool'],
}

/** The tools that reach every operation. */
const REACH: readonly Definition[] = [
  {
    name: FIND,
    title: 'Find tools for a task',
    description:
      'Finds more tools for a task, with their arguments: folders, tags, comments, files, returns, shipping, refunds, replies, mentions, statistics, events, state of the accounts. Run them with gateway_read, gateway_change or gateway_send.',
    inputSchema: {
      type: 'object',
      properties: { task: { type: 'string', description: 'What is to be done, in English or Korean' } },
      required: ['task'],
    },
    annotations: { readOnlyHint: true },
  },
  {
    name: READ,
    title: 'Read from an account',
    description: 'Runs a tool of gateway_find_tools that only reads.',
    inputSchema: { type: 'object', properties: { tool, arguments: args, account }, required: ['tool'] },
    annotations: { readOnlyHint: true },
  },
  {
    name: CHANGE,
    title: 'Change something of your own',
    description: 'Runs a tool of gateway_find_tools that changes something, unless it is marked gateway_send.',
    inputSchema: changeSchema,
    annotations: { destructiveHint: true, openWorldHint: false },
  },
  {
    name: SEND,
    title: 'Send, pay, publish or delete for good',
    description:
      'Runs a tool marked gateway_send: it moves money, reaches people, publishes, or deletes for good. Ask the person first.',
    inputSchema: changeSchema,
    annotations: { destructiveHint: true, openWorldHint: true },
    _meta: ASK_EACH_TIME,
  },
]

/** Whether the URL admits a tool, listed or not. */
export const isAdmitted = ({ group, reads }: Tool, { groups, readOnly }: Selection): boolean =>
  (groups === undefined || groups.has(group)) && (reads || !readOnly)

/** Whether the URL lists an admitted tool. */
export const isListed = (tool: Tool, { groups, all }: Selection): boolean =>
  all || groups !== undefined || tool.isDefault === true

export function listTools(tools: readonly Tool[], selection: Selection): Definition[] {
  const own = tools
    .filter((tool) => isAdmitted(tool, selection) && isListed(tool, selection))
    .map(({ definition }) => definition)
  const reach = REACH.filter(({ annotations }) => annotations.readOnlyHint || !selection.readOnly)
  const listed = [...own, ...reach]
  return selection.isUnattended ? listed.map(({ _meta, ...definition }) => definition) : listed
}
