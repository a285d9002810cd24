import type { Context } from 'hono'
import { publicError } from '../base/errors.ts'
import type { Caller } from '../gateway/access.ts'
import { asPartOf } from '../gateway/arrive.ts'
import { logBug } from '../gateway/bug.ts'
import { failureBody } from '../gateway/envelope.ts'
import type { gatewayRouter } from '../gateway/router.ts'
import type { Gateway } from '../gateway/state.ts'
import { accountHeader, forwardedHeaders } from './mcp.headers.ts'
import { type Arguments, buildRequest } from './mcp.request.ts'
import { failedResult, resultOf } from './mcp.result.ts'
import type { Registered } from './registered.ts'

export type Router = Pick<ReturnType<typeof gatewayRouter>, 'fetch' | 'routes'>

/** The MCP request that a tool call belongs to. */
export interface Calling {
  c: Context<Gateway>
  caller: Caller
  router: Router
  tools: readonly Registered[]
}

/**
 * Runs a tool by sending the request of its operation through the router for the same caller, so that every gate
 * applies and the answer is the same as over HTTP. Never throws; the result of a bug holds nothing of its error.
 */
export async function callTool(tool: Registered, args: Arguments, calling: Calling): Promise<string> {
  const { c, caller, router, tools } = calling
  const { operation } = tool
  try {
    const request = buildRequest(tool, tools, args)
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
    const answer = await router.fetch(asPartOf(c.get('state').outgoing, caller, call), c.env, c.executionCtx)
    return await resultOf(tool, request, answer)
  } catch (error) {
    const { status, message, reason } = publicError(error)
    if (reason === 'bug') logBug(c.get('state').id, error)
    return failedResult(JSON.stringify(failureBody(operation.group, message)), status)
  }
}
