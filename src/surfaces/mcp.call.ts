import type { CallToolResult } from '@modelcontextprotocol/server'
import type { Context, Hono } from 'hono'
import { publicError } from '../base/errors.ts'
import { asPartOf } from '../gateway/arrive.ts'
import { logBug } from '../gateway/bug.ts'
import { failureBody } from '../gateway/envelope.ts'
import type { Gateway } from '../gateway/state.ts'
import { passedOn } from './mcp.headers.ts'
import { type Arguments, requestOf } from './mcp.request.ts'
import { failed, resultOf } from './mcp.result.ts'
import type { Tool } from './mcp.tools.ts'
import type { Registered } from './registered.ts'

export type Router = Pick<Hono<Gateway>, 'fetch' | 'routes'>

/** The MCP request that a call belongs to. */
export interface Calling {
  c: Context<Gateway>
  /** The caller's own key. */
  key: string
  router: Router
  tools: readonly Registered[]
}

/**
 * Runs a tool: its operation is asked through the router by the same caller, so that every gate holds and every answer
 * is the same. Never throws; what is not a GatewayError says nothing of itself.
 */
export async function callTool(tool: Tool, args: Arguments, calling: Calling): Promise<CallToolResult> {
  const { c, key, router, tools } = calling
  const { operation } = tool
  try {
    const request = requestOf(tool, tools, args)
    const headers = new Headers({ ...request.headers, 'X-API-KEY': key, 'X-Request-Id': c.get('state').id })
    for (const name of passedOn(operation.input().header)) {
      const value = c.req.header(name)
      if (value !== undefined) headers.set(name, value)
    }
    const { method, path, body } = request
    const call = new Request(new URL(path, c.req.url), {
      method,
      headers,
      signal: c.req.raw.signal,
      ...(body !== undefined && { body }),
    })
    const answer = await router.fetch(asPartOf(c.get('state').outgoing, call), c.env, c.executionCtx)
    return await resultOf(tool, request, answer)
  } catch (error) {
    const { status, message, reason } = publicError(error)
    if (reason === 'bug') logBug(c.get('state').id, error)
    return failed(JSON.stringify(failureBody(operation.group, message)), status)
  }
}
