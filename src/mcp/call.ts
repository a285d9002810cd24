import {
  type CallToolResult,
  type InputRequiredResult,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server'
import { publicError } from '../base/errors.ts'
import { isObject, member, textMember, tryParseJson } from '../base/json.ts'
import { opens } from '../gateway/auth/access.ts'
import { logUnhandledError } from '../gateway/http/log.ts'
import { toNestedRequest } from '../gateway/http/request.ts'
import type { Gateway } from '../gateway/http/router.ts'
import type { Operation } from '../gateway/operation-type.ts'
import { registered } from '../openapi/registered.ts'
import { askWhich, chooseNamed, findChoices, nameOthers, takeAccount } from './accounts.ts'
import { type Asking, askPerson } from './confirm.ts'
import { findTools, nearestNames } from './find.ts'
import {
  type Arguments,
  buildRequest,
  forwardedHeaders,
  headerArguments,
  type LoadedTool,
  parseTexts,
  type ToolRequest,
  takeView,
} from './request.ts'
import { readResult, toContent, toFailure, unsentResult } from './result.ts'
import { replaceTitles, SEARCH } from './titles.ts'
import {
  CHANGE,
  FIND,
  getReach,
  isAdmitted,
  isListed,
  isReach,
  READ,
  type Reach,
  SEND,
  type Selection,
  type Tool,
} from './tools.ts'

export type Router = Pick<Gateway, 'fetch' | 'loadedRoutes'>

export interface Calling extends Asking {
  router: Router
  tools: readonly Tool[]
  selection: Selection
}

type Result = CallToolResult | InputRequiredResult

/** The tool that a message calls, itself or through gateway_read, gateway_change or gateway_send. */
export function findCalled(tools: readonly Tool[], params: unknown): Tool | undefined {
  const name = textMember(params, 'name')
  const asked = isReach(name) ? textMember(member(params, 'arguments'), 'tool') : name
  return tools.find((tool) => tool.name === asked)
}

/** Answers a call of a listed tool, or of a tool that only reads. Throws `ProtocolError` for a tool that does not exist. */
export async function callTool(name: string, args: Arguments, calling: Calling): Promise<Result> {
  const { tools, selection } = calling
  const admitted = tools.filter((tool) => isAdmitted(tool, selection))
  if (name === FIND) return find(admitted, args, calling)
  if (isReach(name) && (name === READ || !selection.readOnly)) return reach(name, admitted, args, calling)
  const tool = admitted.find((one) => one.name === name)
  if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${unknown(name, admitted)}`)
  // Otherwise the content of a recording could talk a model into a change that its user does not see in the list.
  if (!tool.reads && !isListed(tool, selection)) {
    return toFailure(`${name} is not in this list: call it with ${getReach(tool)}`)
  }
  return run(tool, args, calling)
}

const unknown = (name: string, admitted: readonly Tool[]) => {
  const meant = nearestNames(
    admitted.map((tool) => tool.name),
    name,
  )
  return meant.length > 0 ? `${name}. Did you mean ${meant.join(' or ')}?` : `${name}. ${FIND} finds tools by words`
}

/** The longest task, in characters. It is matched with patterns that take quadratic time. */
const MOST_TASK = 1_000

async function find(admitted: readonly Tool[], given: Arguments, calling: Calling): Promise<CallToolResult> {
  const refused = refuseOthers(given, ['task', 'account'])
  if (refused) return refused
  try {
    chooseNamed(calling, takeAccount(given).account)
  } catch (error) {
    return refuse({ group: 'gateway', reads: true }, error, calling)
  }
  const task = textMember(given, 'task')?.trim()
  if (!task) return toFailure('task: is required: what is to be done')
  if (task.length > MOST_TASK) {
    return toFailure(
      `task: must have at most ${MOST_TASK} characters, not ${task.length}: what is to be done, in a sentence`,
    )
  }
  return toContent(await findTools(admitted, task, calling))
}

/** The result for a call that failed here. That of an internal error contains nothing about it. */
function refuse(operation: Pick<Operation, 'group' | 'reads'>, error: unknown, calling: Calling): CallToolResult {
  const failure = publicError(error)
  if (failure.reason === 'bug') logUnhandledError(calling.c.get('state').id, error)
  return unsentResult(operation, failure, toToolCaller(calling))
}

const toToolCaller = ({ c, caller }: Calling) => ({ caller, app: new URL('/', c.req.url).href })

const refuseOthers = (args: Arguments, known: readonly string[]) => {
  const other = Object.keys(args).find((name) => !known.includes(name))
  return other === undefined ? undefined : toFailure(`${other}: is not known: known are ${known.join(', ')}`)
}

/** A call of gateway_read, gateway_change or gateway_send. All rules of the tool that it names apply. */
async function reach(name: Reach, admitted: readonly Tool[], given: Arguments, calling: Calling): Promise<Result> {
  const refused = refuseOthers(given, ['tool', 'arguments', 'account', ...(name === READ ? [] : ['idempotency_key'])])
  if (refused) return refused
  const asked = textMember(given, 'tool')
  const args = parseGiven(given.arguments) ?? {}
  if (asked === undefined) return toFailure(`tool: is required: the name of a tool, which ${FIND} finds`)
  if (!isObject(args)) return toFailure('arguments: must be an object')
  const tool = admitted.find((one) => one.name === asked)
  if (!tool) {
    const isChange = calling.tools.some((one) => one.name === asked && !one.reads) && calling.selection.readOnly
    return toFailure(
      isChange
        ? `tool: ${asked} changes something, and this address only reads`
        : `tool: there is no ${unknown(asked, admitted)}`,
    )
  }
  const own = getReach(tool)
  // A read does no harm in a change.
  const isFit = name === own || (name === CHANGE && own === READ)
  if (!isFit)
    return toFailure(`tool: ${asked} ${name === READ ? 'changes something' : KINDS[own]}: call it with ${own}`)
  const { account, idempotency_key: key } = given
  const inner = {
    ...args,
    ...(key !== undefined && { idempotency_key: args.idempotency_key ?? key }),
    ...(account !== undefined && { account: args.account ?? account }),
  }
  return run(tool, inner, calling, {
    // An operation that does nothing twice needs no key.
    isKeyOptional: key !== undefined && args.idempotency_key === undefined,
    isReached: true,
  })
}

/** Some clients send an object as its JSON text. */
function parseGiven(value: unknown): unknown {
  return typeof value === 'string' ? (tryParseJson(value) ?? value) : value
}

/** What the tools do that each of the three runs. */
const KINDS: Readonly<Record<Reach, string>> = {
  [READ]: 'only reads',
  [CHANGE]: 'sends nothing, and can be undone',
  [SEND]: 'reaches other people or money, or cannot be undone',
}

interface RunOptions {
  isKeyOptional?: boolean
  /** Whether it is called through gateway_read, gateway_change or gateway_send. */
  isReached?: boolean
}

/**
 * Runs a tool by sending its operation's request through the router for the same caller. So every access policy applies,
 * and the response is the same as over HTTP.
 */
async function run(
  tool: Tool,
  given: Arguments,
  calling: Calling,
  { isKeyOptional = false, isReached = false }: RunOptions = {},
): Promise<Result> {
  const { c, router } = calling
  const all = registered(await router.loadedRoutes(tool.path))
  const own = all.find(({ operation }) => operation.id === tool.name)
  if (!own) throw new Error(`${tool.name} is not at its path`)
  const loaded: LoadedTool = { ...own, tool, all }
  const { operation } = own
  const state = c.get('state')
  try {
    const zone = state.settings.timeZone
    const { account, args: others } = takeAccount(given)
    const named = chooseNamed(calling, account, operation)
    const { args: sent, view } = takeView(loaded, isKeyOptional ? withoutNeedlessKey(loaded, others) : others)
    const args = parseTexts(tool, sent)
    // What is wrong with the call is said before anything is sent.
    buildRequest(loaded, args, zone)
    const choices = await findChoices(operation, named, calling)
    if (choices.length > 0 && !operation.reads) {
      return toFailure(...(await askWhich(state, choices, isReached ? undefined : getReach(tool))))
    }
    const needed = findMissingHeaders(tool, calling)
    if (needed) return toFailure(needed)
    const titles = { tool, search: (query: Arguments) => searchTitles(query, calling) }
    const found = tool.titled && opens(calling.caller, tool) ? await replaceTitles(args, titles) : args
    const request = buildRequest(loaded, found, zone)
    const asked = await askPerson(loaded, found, calling, () =>
      sendOperation(operation, request, calling, { isQuestion: true }),
    )
    if (asked?.question) return asked.question
    const [answer, otherAccounts] = await Promise.all([
      asked?.refusal ?? sendOperation(operation, request, calling),
      nameOthers(state, choices, !isReached),
    ])
    const isUnasked = operation.effect !== undefined && !calling.caller.confirms && !asked
    return await readResult({ loaded, view, zone, otherAccounts, isUnasked, toolCaller: toToolCaller(calling) }, answer)
  } catch (error) {
    return refuse(operation, error, calling)
  }
}

/** What to say to a call that needs headers which this connection does not send: no connected account replaces them. */
function findMissingHeaders(tool: Tool, { c, caller }: Calling): string | undefined {
  const missing = (tool.neededHeaders ?? []).filter((name) => !c.req.raw.headers.get(name))
  if (missing.length === 0 || !opens(caller, tool)) return undefined
  return `${tool.name} works only with the session of a browser, not with the connected account. This connection does not send ${new Intl.ListFormat('en').format(missing)}: the person adds these headers to it (${new URL('/docs/guide/notion', c.req.url).href}), or invites in the product itself`
}

/** The answer of the search for titles, for the same caller and account. Undefined when it failed. */
async function searchTitles(query: Arguments, calling: Calling): Promise<unknown> {
  const { c, router, tools } = calling
  const tool = tools.find(({ name }) => name === SEARCH)
  if (!tool) return undefined
  const all = registered(await router.loadedRoutes(tool.path))
  const own = all.find(({ operation }) => operation.id === SEARCH)
  if (!own) return undefined
  const request = buildRequest({ ...own, tool, all }, query, c.get('state').settings.timeZone)
  const answer = await sendOperation(own.operation, request, calling)
  return answer.ok ? answer.json() : undefined
}

function withoutNeedlessKey({ operation }: LoadedTool, args: Arguments): Arguments {
  const takesKey = headerArguments(operation.input().header).some(([, argument]) => argument === 'idempotency_key')
  if (takesKey || !operation.idempotent) return args
  const { idempotency_key: _, ...others } = args
  return others
}

/** Sends a request for an operation through the router, with the caller of the MCP request and its account headers. */
async function sendOperation(
  operation: Operation,
  { method, path, headers: own, body }: ToolRequest,
  { c, caller, router }: Pick<Calling, 'c' | 'caller' | 'router'>,
  nesting: { isQuestion?: boolean } = {},
): Promise<Response> {
  const headers = new Headers({ ...own, 'X-Request-Id': c.get('state').id })
  for (const name of forwardedHeaders(operation.input().header)) {
    const value = c.req.raw.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  const call = new Request(new URL(path, c.req.url), {
    method,
    headers,
    signal: c.req.raw.signal,
    ...(body !== undefined && { body }),
  })
  return router.fetch(toNestedRequest(c.get('state').upstream, caller, call, nesting), c.env, c.executionCtx)
}
