import type { Caller } from '../../../gateway/auth/access.ts'
import type { Inputs } from '../../../gateway/http/validate.ts'

/**
 * Whether an operation's header is copied from the MCP request. Headers with account credentials start with `X-`. They
 * are never arguments of a tool, because a model sees every argument (decisions.md section 10). Other headers are
 * arguments.
 */
const isForwarded = (name: string) => name.startsWith('X-')

const getNames = (header: Inputs['header']) => Object.keys(header?.shape ?? {})

/** The headers that are copied from the MCP request to the operation's request. */
export const forwardedHeaders = (header: Inputs['header']): readonly string[] => getNames(header).filter(isForwarded)

/**
 * The value of such a header: from the request, or from the caller's grant. If the request identifies an account of the
 * same product in another way, the grant's value is not used, so that the two are never mixed.
 */
export function accountHeader(name: string, headers: Headers, { accountHeaders = {} }: Caller): string | undefined {
  const own = headers.get(name)
  if (own !== null) return own
  if (!Object.hasOwn(accountHeaders, name)) return undefined
  const product = name.toLowerCase().split('-', 2).join('-')
  const isNamed = [...headers.keys()].some((other) => other.startsWith(`${product}-`))
  return isNamed ? undefined : accountHeaders[name]
}

/** The headers that are arguments of the tool: pairs of header and argument name, such as `idempotency_key`. */
export const headerArguments = (header: Inputs['header']): readonly (readonly [string, string])[] =>
  getNames(header)
    .filter((name) => !isForwarded(name))
    .map((name) => [name, name.toLowerCase().replaceAll('-', '_')])
