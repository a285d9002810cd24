import type { Router } from '../tools/call.ts'
import { parseRoute, type Route } from '../tools/route.ts'
import { checkType, type McpAnswer, refusal } from './answer.ts'
import { getId, RpcError } from './message.ts'
import { getProgressToken, type McpRequest } from './method.ts'
import { served } from './methods.ts'
import { serve2025 } from './version-2025.ts'
import { serve2026 } from './version-2026.ts'

/**
 * Handles the protocol, each message in its own revision. Never throws `RpcError`, but throws 403 for a call that needs
 * more scopes.
 */
export function createMcpServer(router: Router) {
  const tools = served(router)
  return async function serve(request: McpRequest): Promise<McpAnswer> {
    await tools.checkScopes(request)
    const token = getProgressToken(request)
    if (token === undefined) return respond(request)
    return (await import('./progress.ts')).answerWithProgress(token, request, () => respond(request))
  }

  async function respond(request: McpRequest): Promise<McpAnswer> {
    try {
      const route = readRoute(request)
      return await (route.era === '2025' ? serve2025(request, tools) : serve2026(route, request, tools))
    } catch (error) {
      if (error instanceof RpcError) return refusal(error, error.status === 415 ? null : getId(request.message))
      throw error
    }
  }
}

/** A body with another content type is refused whatever it contains. */
function readRoute({ c, message }: McpRequest): Route {
  const { headers } = c.req.raw
  try {
    return parseRoute(message, headers)
  } catch (error) {
    checkType(headers)
    throw error
  }
}
