import type { Context } from 'hono'
import type { Account } from '../../../base/connected-accounts.ts'
import { getErrorCode } from '../../../base/error-codes.ts'
import { publicError } from '../../../base/errors.ts'
import { AREAS } from '../../../base/groups.ts'
import { isObject, member, textMember } from '../../../base/json-object.ts'
import { VERSION } from '../../../base/version.ts'
import { opens } from '../../../gateway/auth/access.ts'
import { logUnhandledError } from '../../../gateway/http/unhandled-error.ts'
import type { AppEnv } from '../../../gateway/state.ts'
import { isConnected } from '../../../upstream/credentials/credentials.ts'
import { readPrinted, TOOL_OUTPUTS_FILE, TOOLS_FILE } from '../../generated.ts'
import { registered } from '../../registered.ts'
import { TASKS, takesTasks } from '../tasks/capability.ts'
import { filterAvailableTools } from '../tools/accounts.ts'
import { callTool, type Router, sendOperation } from '../tools/call.ts'
import { buildRequest } from '../tools/request.ts'
import {
  generatedOutputs,
  generatedTools,
  isAdmitted,
  isChosen,
  isOpen,
  listedText,
  type PrintedTool,
} from '../tools/tools.ts'
import { insufficientScope } from './access.ts'
import { accountHeader } from './headers.ts'
import { type Absence, ACCOUNT_WORDS, instructions } from './instructions.ts'
import { CODES, type Params, RpcError } from './message.ts'
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
    (await toolsFor(request)).filter(({ traits }) => request.choice.all || traits.isDefault)

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
    const tool = known.get(name)
    if (!tool || !isChosen(tool, choice)) throw unknownTool(name)
    if (!choice.all && !tool.traits.isDefault && !tool.access.reads) return unlistedWrite(name)
    const { own, loaded } = await load(tool)
    return callTool({ ...own, traits: tool.traits }, args, {
      c,
      caller,
      router,
      loaded,
      params,
      title: textMember(JSON.parse(tool.definition), 'title') ?? name,
      structured: choice.structured,
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
    const { c, caller } = request
    const listed = await listedTools(request)
    return instructions(c.get('state').settings.serviceName, {
      groups: AREAS.filter((area) => listed.some(({ access }) => access.group === area)),
      hasTool: (name) => listed.some((tool) => tool.name === name),
      absent: await absentAccounts(request, new Set(listed)),
      app: new URL('/', c.req.url).href,
      isGrant: caller.isGrant ?? false,
    })
  }

  /** The accounts without a tool for this caller, although the URL selects some. Calls no product. */
  const absentAccounts = async ({ c, caller, choice }: McpRequest, listed: ReadonlySet<PrintedTool>) => {
    const chosen = [...(await printedTools(c)).values()].filter(
      (tool) => isChosen(tool, choice) && (choice.all || tool.traits.isDefault),
    )
    const absent = new Map<Account, Absence>()
    for (const account of Object.keys(ACCOUNT_WORDS) as Account[]) {
      const own = chosen.filter(({ access, traits }) => (traits.account ?? access.group) === account)
      const headed = own.filter(({ traits }) => traits.headers !== undefined)
      const isPresent = (tools: typeof own) => tools.length === 0 || tools.some((tool) => listed.has(tool))
      if (isPresent(own) && isPresent(headed)) continue
      const isLacking =
        own.some((tool) => isAdmitted(tool, caller)) &&
        !(await isConnected(c.get('state').upstream, account).catch(() => true))
      absent.set(account, isLacking ? 'not connected' : 'not opened')
    }
    return absent
  }

  const checkScopes = async ({ c, caller, choice, message }: McpRequest) => {
    if (!caller.scopes) return
    const name = await getNeededTool(message)
    const tool = name !== undefined && (await printedTools(c)).get(name)
    if (tool && isChosen(tool, choice) && !opens(caller, tool.access))
      throw insufficientScope(c, caller, { id: tool.name, ...tool.access })
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

/** Methods whose code is loaded with their first request, because most callers only use tools. */
function laterMethods(use: ToolUse) {
  const resources = async () => (await import('../resources/resources.ts')).resourceMethods(use)
  const prompts = async () => (await import('../prompts/prompts.ts')).promptMethods(use)
  const completion = async () => (await import('../resources/completion.ts')).completionMethods(use)
  return {
    'resources/list': async (...args) => (await resources())['resources/list'](...args),
    'resources/templates/list': async (...args) => (await resources())['resources/templates/list'](...args),
    'resources/read': async (params, request) => {
      const { uri } = params
      const isSkill = typeof uri === 'string' && uri.startsWith('skill://')
      return isSkill ? (await skills(use)).read(uri, request) : (await resources())['resources/read'](params, request)
    },
    'prompts/list': async (...args) => (await prompts())['prompts/list'](...args),
    'prompts/get': async (...args) => (await prompts())['prompts/get'](...args),
    'completion/complete': async (...args) => (await completion())['completion/complete'](...args),
  } satisfies Record<string, Method>
}

const skills = async (use: ToolUse) => (await import('../prompts/skills.ts')).skillMethods(use)

const tasks = async (use: ToolUse, call: Method) => (await import('../tasks/tasks.ts')).taskMethods(use, call)

/** The only tool that can outlast a request. */
const isLong = (params: Params) => params.name === 'recorder_transcribe_file_and_wait' && takesTasks(params)

const extensionMethods = (use: ToolUse, call: Method): Readonly<Record<string, Method>> => ({
  'tools/call': async (params, request) =>
    isLong(params) ? (await tasks(use, call)).callAsTask(params, request) : call(params, request),
  'tasks/get': async (...args) => (await tasks(use, call)).methods['tasks/get'](...args),
  'tasks/update': async (...args) => (await tasks(use, call)).methods['tasks/update'](...args),
  'tasks/cancel': async (...args) => (await tasks(use, call)).methods['tasks/cancel'](...args),
  // Skills are resources too, at the end of their list.
  'resources/list': async (params, request) => {
    const [resources, listed] = await Promise.all([
      laterMethods(use)['resources/list'](params, request),
      skills(use).then(({ listResources }) => listResources(request)),
    ])
    return JSON.stringify({ resources: [...JSON.parse(resources).resources, ...listed] })
  },
  'skills/list': async (...args) => (await skills(use)).methods['skills/list'](...args),
  'skills/get': async (...args) => (await skills(use)).methods['skills/get'](...args),
})

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

/** The public form of an error. An internal error is logged. */
export function publicRpcError(error: unknown, { c }: McpRequest): RpcError {
  if (error instanceof RpcError) return error
  logUnhandledError(c.get('state').id, error)
  return new RpcError(CODES.internal, publicError(error).message)
}
