import { badInput, publicError } from '../../../base/errors.ts'
import { toNestedRequest } from '../../../gateway/http/request-context.ts'
import type { GatewayRouter } from '../../../gateway/http/router.ts'
import { logUnhandledError } from '../../../gateway/http/unhandled-error.ts'
import type { Registered } from '../../registered.ts'
import { accountHeader, forwardedHeaders } from '../protocol/headers.ts'
import { type Asking, askPerson } from './ask-person.ts'
import type { ToolTraits } from './metadata.ts'
import { type Arguments, buildRequest, viewArguments } from './request.ts'
import { readResult, unsentResult } from './result.ts'

export type Router = Pick<GatewayRouter, 'fetch' | 'loadedRoutes'>

/** The MCP request of a tool call. */
export interface Calling extends Asking {
  router: Router
  /** The operations that are loaded, those beside the tool's own included. */
  loaded: readonly Registered[]
  /** Whether responses include structured content. */
  structured: boolean
}

/**
 * Runs a tool by sending its operation's request through the router for the same caller. So every access policy
 * applies, and the response is the same as over HTTP. Never throws. The result of an internal error contains nothing
 * about it.
 */
export async function callTool(
  tool: Registered & { traits: ToolTraits },
  toolArguments: Arguments,
  calling: Calling,
): Promise<string> {
  const { c, caller, router, loaded, structured } = calling
  const { operation, traits } = tool
  try {
    const zone = c.get('state').settings.timeZone
    const { args, from, isWhole } = takeViewArguments(tool, toolArguments)
    const request = buildRequest(tool, loaded, args, zone)
    const asked = await askPerson(tool, args, request, calling)
    if (asked?.result !== undefined) return asked.result
    const headers = new Headers({ ...request.headers, 'X-Request-Id': c.get('state').id })
    for (const name of forwardedHeaders(operation.input().header)) {
      const value = accountHeader(name, c.req.raw.headers, caller)
      if (value !== undefined) headers.set(name, value)
    }
    const { method, path, body } = request
    const call = new Request(new URL(path, c.req.url), {
      method,
      headers,
      signal: c.req.raw.signal,
      ...(body !== undefined && { body }),
    })
    const answer = await router.fetch(
      toNestedRequest(c.get('state').upstream, caller, call, { isConfirmed: asked !== undefined }),
      c.env,
      c.executionCtx,
    )
    return await readResult({ operation, traits, from, isWhole, structured, zone }, answer)
  } catch (error) {
    const told = publicError(error)
    if (told.reason === 'bug') logUnhandledError(c.get('state').id, error)
    return unsentResult(operation, told)
  }
}

/** Separates the arguments that choose parts of the response. Throws 400 for an invalid one. */
function takeViewArguments(tool: Registered & { traits: ToolTraits }, toolArguments: Arguments) {
  const args: Record<string, unknown> = { ...toolArguments }
  const own = viewArguments(tool)
  const take = (name: 'fields' | 'offset') => {
    if (!own.includes(name)) return undefined
    const value = args[name]
    delete args[name]
    return value === null || value === '' ? undefined : value
  }
  const fields = take('fields')
  if (fields !== undefined && fields !== 'all') throw badInput('fields: must be "all"')
  const from = Number(take('offset') ?? 0)
  if (!Number.isInteger(from) || from < 0) throw badInput('offset: must be next_offset of the previous answer')
  return { args, from, isWhole: fields === 'all' }
}
