import type { Inputs } from '../gateway/validate.ts'
import { jsonSchema } from './json-schema.ts'

/**
 * The headers of an operation, seen from a tool. Those that say whose account is meant begin with `X-` and come from the
 * MCP request itself, since a model sees every argument (decisions.md section 10); any other is an argument.
 */
const isPassedOn = (name: string) => name.startsWith('X-')

const namesOf = (header: Inputs['header']) => Object.keys(header?.shape ?? {})

/** The headers that go from the MCP request to the operation. */
export const passedOn = (header: Inputs['header']): readonly string[] => namesOf(header).filter(isPassedOn)

/** The headers that are arguments: the name of each, and that of its argument, as `idempotency_key`. */
export const headerArguments = (header: Inputs['header']): readonly (readonly [string, string])[] =>
  namesOf(header)
    .filter((name) => !isPassedOn(name))
    .map((name) => [name, name.toLowerCase().replaceAll('-', '_')])

/** The sets of headers of which an operation needs one whole set: none at all for most. */
export function neededHeaders(header: Inputs['header']): readonly (readonly string[])[] {
  if (!header) return []
  const { required = [], anyOf = [{}] } = jsonSchema(header, 'input')
  return anyOf.map((way) => [...required, ...(way.required ?? [])])
}
