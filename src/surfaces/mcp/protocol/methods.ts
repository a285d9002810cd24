import type { Context } from 'hono'
import { getErrorCode } from '../../../base/error-codes.ts'
import { publicError } from '../../../base/errors.ts'
import { AREAS } from '../../../base/groups.ts'
import { isObject, member, textMember } from '../../../base/json-object.ts'
import { VERSION } from '../../../base/version.ts'
import { type Caller, opens } from '../../../gateway/auth/access.ts'
import { logUnhandledError } from '../../../gateway/http/unhandled-error.ts'
import type { AppEnv } from '../../../gateway/state.ts'
import { readPrinted, TOOL_OUTPUTS_FILE, TOOLS_FILE } from '../../generated.ts'
import { registered } from '../../registered.ts'
import { filterAvailableTools } from '../tools/accounts.ts'
import { callTool, type Router } from '../tools/call.ts'
import {
  generatedOutputs,
  generatedTools,
  isChosen,
  isOpen,
  listedText,
  type PrintedTool,
  type ToolFilter,
} from '../tools/tools.ts'
import { insufficientScope } from './access.ts'
import { accountHeader } from './headers.ts'
import { instructions } from './instructions.ts'
import { CODES, type Params, RpcError } from './message.ts'

/** One MCP request whose origin and caller have been checked. */
export interface McpRequest {
  c: Context<AppEnv>
  caller: Caller
  choice: ToolFilter
  /** One or several JSON-RPC messages. */
  message: unknown
}

/** Returns the text of the method's result, a JSON object. Throws `RpcError`. */
export type Method = (params: Params, request: McpRequest) => Promise<string>

/** No notification for list changes: the tools change only with a deployment. */
export const CAPABILITIES = { tools: {} }

export const toIdentity = ({ c }: McpRequest) => ({
  name: 'latchkey',
  title: c.get('state').settings.serviceName,
  version: VERSION,
})

/** What all revisions share. */
export interface Served {
  methods: Readonly<Record<string, Method>>
  /** Throws 403 for a call that the scopes of an access token do not allow, and names the required ones. */
  checkScopes(request: McpRequest): Promise<void>
  /** The server instructions for a model. */
  instructionsFor(request: McpRequest): Promise<string>
}

export function served(router: Router): Served {
  let printed: ReadonlyMap<string, PrintedTool> | undefined
  let outputs: ReadonlyMap<string, string> | undefined

  const printedTools = async (c: Context<AppEnv>) => {
    printed ??= generatedTools(await readPrinted(c.env, TOOLS_FILE))
    return printed
  }

  /** The tools that the URL selects, the key opens, and this deployment can run. */
  const toolsFor = async ({ c, caller, choice }: McpRequest) => {
    const hasHeader = (name: string) => accountHeader(name, c.req.raw.headers, caller) !== undefined
    const tools = [...(await printedTools(c)).values()]
    const open = tools.filter((tool) => isChosen(tool, choice) && isOpen(tool, caller, hasHeader))
    const traits = open.map((tool) => tool.traits)
    const works = await filterAvailableTools(c.get('state').upstream, traits, hasHeader)
    return open.filter((tool) => works(tool.traits))
  }

  const list: Method = async (params, request) => {
    if (params.cursor !== undefined && typeof params.cursor !== 'string') throw invalid('cursor must be a text')
    const { c, choice } = request
    if (choice.structured) outputs ??= generatedOutputs(await readPrinted(c.env, TOOL_OUTPUTS_FILE))
    const shown = choice.structured ? outputs : undefined
    const listed = (await toolsFor(request)).filter(({ traits }) => choice.all || traits.isDefault)
    const texts = listed.map(({ name, definition, inDefaultList }) =>
      listedText(name, choice.all ? definition : inDefaultList, shown),
    )
    return `{"tools":[${texts.join(',')}]}`
  }

  // A tool that is not listed can be called unless the URL excludes it. The router refuses it with the contract's
  // errors, and a read outside of the default list works like any other. A write does not: otherwise the content of a
  // recording could talk a model into one that its user does not see in the list.
  const call: Method = async (params, { c, caller, choice }) => {
    const { name, arguments: args = {} } = params
    if (typeof name !== 'string') throw invalid('name must be a text')
    if (!isObject(args)) throw invalid('arguments must be an object')
    const tool = (await printedTools(c)).get(name)
    if (!tool || !isChosen(tool, choice)) throw unknownTool(name)
    if (!choice.all && !tool.traits.isDefault && !tool.access.reads) return unlistedWrite(name)
    const loaded = registered(await router.loadedRoutes(tool.access.path))
    const own = loaded.find(({ operation }) => operation.id === name)
    if (!own) throw unknownTool(name)
    return callTool({ ...own, traits: tool.traits }, args, {
      c,
      caller,
      router,
      loaded,
      params,
      title: textMember(JSON.parse(tool.definition), 'title') ?? name,
      structured: choice.structured,
    })
  }

  const instructionsFor = async (request: McpRequest) => {
    const listed = await toolsFor(request)
    const groups = AREAS.filter((area) => listed.some(({ access }) => access.group === area))
    return instructions(request.c.get('state').settings.serviceName, groups)
  }

  const checkScopes = async ({ c, caller, choice, message }: McpRequest) => {
    if (!caller.scopes || member(message, 'method') !== 'tools/call') return
    const name = member(member(message, 'params'), 'name')
    const tool = typeof name === 'string' && (await printedTools(c)).get(name)
    if (tool && isChosen(tool, choice) && !opens(caller, tool.access))
      throw insufficientScope(c, caller, { id: tool.name, ...tool.access })
  }

  return { checkScopes, methods: { 'tools/list': list, 'tools/call': call }, instructionsFor }
}

const unlistedWrite = (name: string) =>
  JSON.stringify({
    isError: true,
    content: [
      {
        type: 'text',
        text: `${name} changes something and is not in the list of this address, so it cannot be called here. The owner can connect with the address /mcp?tools=all, which lists every tool.`,
      },
      { type: 'text', text: `X-Error-Code: ${getErrorCode('refused scope')}` },
    ],
  })

const unknownTool = (name: string) => new RpcError(CODES.invalidParams, `Unknown tool: ${name}`)

export const invalid = (what: string) => new RpcError(CODES.invalidParams, `Invalid params: ${what}`)

/** The public form of an error. An internal error is logged. */
export function publicRpcError(error: unknown, { c }: McpRequest): RpcError {
  if (error instanceof RpcError) return error
  logUnhandledError(c.get('state').id, error)
  return new RpcError(CODES.internal, publicError(error).message)
}
