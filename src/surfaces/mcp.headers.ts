import type { Inputs } from '../gateway/validate.ts'

/**
 * Whether a header of an operation is taken from the MCP request. Headers that name an account begin with `X-`; they are
 * never arguments of a tool, because a model sees every argument (decisions.md section 10). Other headers are arguments.
 */
const isForwarded = (name: string) => name.startsWith('X-')

const namesOf = (header: Inputs['header']) => Object.keys(header?.shape ?? {})

/** The headers that are copied from the MCP request to the request of the operation. */
export const forwardedHeaders = (header: Inputs['header']): readonly string[] => namesOf(header).filter(isForwarded)

/** The headers that are arguments of the tool: pairs of the header's name and the argument's, such as `idempotency_key`. */
export const headerArguments = (header: Inputs['header']): readonly (readonly [string, string])[] =>
  namesOf(header)
    .filter((name) => !isForwarded(name))
    .map((name) => [name, name.toLowerCase().replaceAll('-', '_')])
