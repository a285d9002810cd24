import type { Caller } from '../../../gateway/auth/access.ts'
import type { Inputs } from '../../../gateway/http/validate.ts'

/**
 * Whether a header of an operation is taken from the MCP request. Headers that name an account begin with `X-`; they are
 * never arguments of a tool, because a model sees every argument (decisions.md section 10). Other headers are arguments.
 */
const isForwarded = (name: string) => name.startsWith('X-')

const getNames = (header: Inputs['header']) => Object.keys(header?.shape ?? {})

/** The headers that are copied from the MCP request to the request of the operation. */
export const forwardedHeaders = (header: Inputs['header']): readonly string[] => getNames(header).filter(isForwarded)

/**
 * The value of such a header: the request's own, else that of the caller's grant. A request that names an account of the same
 * product in any other way has the grant's left out, so that the two are never mixed.
 */
export function accountHeader(name: string, headers: Headers, { accountHeaders = {} }: Caller): string | undefined {
  const own = headers.get(name)
  if (own !== null) return own
  if (!Object.hasOwn(accountHeaders, name)) return undefined
  const product = name.toLowerCase().split('-', 2).join('-')
  const isNamed = [...headers.keys()].some((other) => other.startsWith(`${product}-`))
  return isNamed ? undefined : accountHeaders[name]
}

/** The headers that are arguments of the tool: pairs of the header's name and the argument's, such as `idempotency_key`. */
export const headerArguments = (header: Inputs['header']): readonly (readonly [string, string])[] =>
  getNames(header)
    .filter((name) => !isForwarded(name))
    .map((name) => [name, name.toLowerCase().replaceAll('-', '_')])
