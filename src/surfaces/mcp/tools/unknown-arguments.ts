import { badInput } from '../../../base/errors.ts'
import { describeUnknown, type Fields, isOpen } from '../../../gateway/http/unknown-fields.ts'
import type { Registered } from '../../registered.ts'
import { headerArguments } from '../protocol/headers.ts'
import type { ToolTraits } from './metadata.ts'

type Tool = Pick<Registered, 'operation'> & { traits: ToolTraits }

/** Whether an operation declares no field of its body, and passes it on to the product. */
export function takesAnything({ operation }: Pick<Registered, 'operation'>): boolean {
  const { json } = operation.input()
  return json !== undefined && isOpen(json) && Object.keys(json.shape).length === 0
}

/** Arguments that choose the fields and the part of the response. */
export const viewArguments = (tool: Tool): ('fields' | 'offset')[] => [
  ...(tool.traits.continued === undefined ? [] : ['offset' as const]),
  ...(tool.operation.status !== 204 && !takesAnything(tool) ? ['fields' as const] : []),
]

/** At most this many unknown arguments are named. */
const MOST_NAMED = 10

/**
 * Throws 400 for unknown arguments, with the sentences of an HTTP request. The router refuses unknown fields inside of
 * an argument. The message names a hidden argument only if it is meant.
 */
export function refuseUnknown(tool: Tool, args: Readonly<Record<string, unknown>>): void {
  if (takesAnything(tool)) return
  const { operation, traits } = tool
  const { param, query, header, json } = operation.input()
  const headers = headerArguments(header).map(([name, argument]) => [argument, header?.shape[name]] as const)
  const inputs: Fields = { ...param?.shape, ...query?.shape, ...json?.shape, ...Object.fromEntries(headers) }
  const view = viewArguments(tool)
  const unknown = Object.keys(args).filter((name) => !Object.hasOwn(inputs, name) && !view.some((one) => one === name))
  if (unknown.length === 0) return
  const { hidden = [], withheld = [], shown, omitted } = traits
  const fields: Fields = {
    ...Object.fromEntries(Object.entries(inputs).filter(([name]) => !withheld.includes(name))),
    ...Object.fromEntries(
      view.filter((name) => name !== 'fields' || shown || omitted).map((name) => [name, undefined]),
    ),
  }
  const known = { fields, unlisted: hidden, synonyms: operation.synonyms }
  const errors = describeUnknown(args, unknown.slice(0, MOST_NAMED), known)
  throw badInput(errors.map(({ field, message }) => `${field}: ${message}`).join('; '))
}
