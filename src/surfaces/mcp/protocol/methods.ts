import type { Context } from 'hono'
import type { Account } from '../../../base/connected-accounts.ts'
import { publicError } from '../../../base/errors.ts'
import { AREAS } from '../../../base/groups.ts'
import { isObject, member, textMember } from '../../../base/json-object.ts'
import { VERSION } from '../../../base/version.ts'
import { opens } from '../../../gateway/auth/access.ts'
import { logUnhandledError } from '../../../gateway/http/unhandled-error.ts'
import type { AppEnv } from '../../../gateway/state.ts'
import { INSTRUCTIONS_FILE, readPrinted, TOOL_OUTPUTS_FILE, TOOLS_FILE } from '../../generated.ts'
import { registered } from '../../registered.ts'
import { TASKS } from '../tasks/capability.ts'
import { filterAvailableTools, findAbsentAccounts } from '../tools/accounts.ts'
import { callTool, type Router, sendOperation } from '../tools/call.ts'
import { buildRequest } from '../tools/request.ts'
import {
  generatedOutputs,
  generatedTools,
  isChosen,
  isListed,
  isOpen,
  listedText,
  type PrintedTool,
} from '../tools/tools.ts'
import { insufficientScope } from './access.ts'
import { accountHeader } from './headers.ts'
import type { InstructionTexts } from './instruction-texts.ts'
import { formatInstructions } from './instructions.ts'
import { extensionMethods, laterMethods } from './later-methods.ts'
import { CODES, RpcError } from './message.ts'
import { checkCursor, invalid, type McpRequest, type Method, type ToolUse } from './method.ts'

/** No notifications: what is listed changes with a deployment, an account or a key, and nothing watches these. */
export const CAPABILITIES = { tools: {}, resources: {}, prompts: {}, completions: {} }

/** Those of 2026-07-28, which the extensions are specified for. */
export const MODERN_CAPABILITIES = {
  ...CAPABILITIES,
  extensions: { 'io.modelcontextprotocol/skills': {}, [TASKS]: {} },
}

export const toIdentity = ({ c }: McpRequest) => ({
  name: 'latchkey',
  title: c.get('state').settings.serviceName,
  version: VERSION,
})

/** What all revisions share. */
export interface Served {
  methods: Readonly<Record<string, Method>>
  /** Methods of extensions, which only 2026-07-28 has. */
  extensions: Readonly<Record<string, Method>>
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

  const load = async ({ name, access }: PrintedTool) => {
    const loaded = registered(await router.loadedRoutes(access.path))
    const own = loaded.find(({ operation }) => operation.id === name)
    if (!own) throw unknownTool(name)
    return { own, loaded }
  }

  const use: ToolUse = {
    open: async (request) => new Map((await toolsFor(request)).map((tool) => [tool.name, tool])),
    async find(name, { c, choice }) {
      const tool = (await printedTools(c)).get(name)
      return tool && isChosen(tool, choice) ? tool : undefined
    },
    async send(name, args, request) {
      const tool = await use.find(name, request)
      if (!tool) throw unknownTool(name)
      const { own, loaded } = await load(tool)
      const { c, caller } = request
      const { timeZone } = c.get('state').settings
      const built = buildRequest({ ...own, traits: tool.traits }, loaded, args, timeZone)
      return sendOperation(own.operation, built, { c, caller, router })
    },
  }

  const listedTools = async (request: McpRequest) =>
    (await toolsFor(request)).filter((tool) => isListed(tool, request.choice))

  const list: Method = async (params, request) => {
    checkCursor(params)
    const { c, choice } = request
    if (choice.structured) outputs ??= generatedOutputs(await readPrinted(c.env, TOOL_OUTPUTS_FILE))
    const shown = choice.structured ? outputs : undefined
    const texts = (await listedTools(request)).map(({ name, definition, inDefaultList }) =>
      listedText(name, choice.all ? definition : inDefaultList, shown),
    )
    return `{"tools":[${texts.join(',')}]}`
  }

  // A tool that is not listed can be called unless the URL excludes it. The router refuses it with the contract's
  // errors, and a read outside of the default list works like any other. A write does not: otherwise the content of a
  // recording could talk a model into one that its user does not see in the list.
  const call: Method = async (params, request) => {
    const { c, caller, choice } = request
    const { name, arguments: args = {} } = params
    if (typeof name !== 'string') throw invalid('name must be a text')
    if (!isObject(args)) throw invalid('arguments must be an object')
    const known = await printedTools(c)
    const tool = await use.find(name, request)
    if (!tool) throw unknownTool(name)
    const { own, loaded } = await load(tool)
    return callTool({ ...own, traits: tool.traits }, args, {
      c,
      caller,
      router,
      loaded,
      params,
      title: textMember(JSON.parse(tool.definition), 'title') ?? name,
      structured: choice.structured,
      isUnlistedWrite: !tool.access.reads && !isListed(tool, choice),
      canRead: knowsLinks(c)
        ? (other) => {
            const read = known.get(other)
            return read !== undefined && isChosen(read, choice) && opens(caller, read.access)
          }
        : undefined,
      listed: async () => new Set((await listedTools(request)).map((listed) => listed.name)),
    })
  }

  const instructionsFor = async (request: McpRequest) => {
    const { c, caller, choice } = request
    const { upstream, settings } = c.get('state')
    const [json, listed] = await Promise.all([readPrinted(c.env, INSTRUCTIONS_FILE), listedTools(request)])
    const texts: InstructionTexts = JSON.parse(json)
    const tools = [...(await printedTools(c)).values()]
    const chosen = tools.filter((tool) => isChosen(tool, choice) && isListed(tool, choice))
    const accounts = Object.keys(texts.accounts) as Account[]
    return formatInstructions(texts, settings.serviceName, {
      groups: AREAS.filter((area) => listed.some(({ access }) => access.group === area)),
      hasTool: (name) => listed.some((tool) => tool.name === name),
      absent: await findAbsentAccounts(upstream, caller, accounts, { chosen, listed: new Set(listed) }),
      app: new URL('/', c.req.url).href,
      isGrant: caller.isGrant ?? false,
    })
  }

  const checkScopes = async (request: McpRequest) => {
    const { c, caller, message } = request
    if (!caller.scopes) return
    const name = await getNeededTool(message)
    const tool = name === undefined ? undefined : await use.find(name, request)
    if (tool && !opens(caller, tool.access)) throw insufficientScope(c, caller, { id: tool.name, ...tool.access })
  }

  return {
    checkScopes,
    methods: { 'tools/list': list, 'tools/call': call, ...laterMethods(use) },
    extensions: extensionMethods(use, call),
    instructionsFor,
  }
}

/** Resource links are part of the protocol since 2025-06-18. An earlier client, which names no revision, refuses them. */
const knowsLinks = (c: Context<AppEnv>): boolean => (c.req.header('MCP-Protocol-Version') ?? '') >= '2025-06-18'

/** The tool that a call names, or that reads a resource. */
async function getNeededTool(message: unknown): Promise<string | undefined> {
  const method = member(message, 'method')
  const params = member(message, 'params')
  if (method === 'tools/call') return textMember(params, 'name')
  if (method !== 'resources/read') return undefined
  const { parseUri } = await import('../resources/resource-types.ts')
  return parseUri(textMember(params, 'uri') ?? '')?.type.tool
}

const unknownTool = (name: string) => new RpcError(CODES.invalidParams, `Unknown tool: ${name}`)

/** The public form of an error. An internal error is logged. */
export function publicRpcError(error: unknown, { c }: McpRequest): RpcError {
  if (error instanceof RpcError) return error
  logUnhandledError(c.get('state').id, error)
  return new RpcError(CODES.internal, publicError(error).message)
}
