import { parseArgs } from 'node:util'
import type { CommandField, CommandOperation } from '../../src/client/command.ts'
import { suggestWord } from '../../src/gateway/http/suggest-path.ts'
import { UsageError } from './usage-error.ts'

/** The options of every call. */
const OPTIONS = ['body', 'idempotency-key', 'output', 'help'] as const

export interface CallArguments {
  fields: Readonly<Record<string, unknown>>
  body: string | undefined
  idempotencyKey: string | undefined
  output: string | undefined
  isHelp: boolean
}

/** Reads `--<field> <value>` for the fields of an operation. Throws UsageError for anything else. */
export function parseCall({ id, fields: known }: CommandOperation, args: readonly string[]): CallArguments {
  const names = [...known.map(({ name }) => name), ...OPTIONS]
  const options = Object.fromEntries(
    names.map((name) => [name, { type: name === 'help' ? ('boolean' as const) : ('string' as const) }]),
  )
  const { values, positionals } = parseArgs({ args: [...args], options, strict: false, allowPositionals: true })
  for (const name of Object.keys(values)) if (!names.includes(name)) throw new UsageError(toUnknown(name, names, id))
  const [surplus] = positionals
  if (surplus !== undefined) throw new UsageError(`${surplus}: name the field, as --<field> ${surplus}`)
  const { body, output, help, 'idempotency-key': idempotencyKey, ...given } = values
  return {
    fields: Object.fromEntries(
      Object.entries(given).map(([name, value]) => [name, toValue(known, name, getText(name, value))]),
    ),
    ...{ body: getOptional('body', body), output: getOptional('output', output), isHelp: help === true },
    idempotencyKey: getOptional('idempotency-key', idempotencyKey),
  }
}

function toUnknown(name: string, names: readonly string[], id: string): string {
  const nearest = suggestWord(names, name)
  return `--${name} is no field of ${id}${nearest ? `: did you mean --${nearest}?` : ''}\nlatchkey call ${id} --help lists them.`
}

type Given = string | boolean | undefined | (string | boolean)[]

const getOptional = (name: string, value: Given) => (value === undefined ? undefined : getText(name, value))

function getText(name: string, value: Given): string {
  if (typeof value === 'string') return value
  throw new UsageError(`--${name} needs a value`)
}

/** Types that are only JSON. */
const STRUCTURED = new Set(['integer', 'number', 'boolean', 'array', 'object'])
/** Types for which JSON is tried first. */
const MAY_BE_JSON = new Set([...STRUCTURED, 'any'])

/** A path and a query are text, and so is a text in a body. Every other value in a body is JSON. */
function toValue(known: readonly CommandField[], name: string, text: string): unknown {
  const { place, type } = known.find((field) => field.name === name) ?? {}
  const types = type?.split('|') ?? []
  if (place !== 'json' || !types.some((one) => MAY_BE_JSON.has(one))) return text
  try {
    return JSON.parse(text)
  } catch {
    if (!types.every((one) => STRUCTURED.has(one))) return text
    throw new UsageError(`--${name} must be JSON of the type ${type}`)
  }
}
