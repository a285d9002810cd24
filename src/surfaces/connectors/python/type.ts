import type { Json, JsonSchema } from '../../json-schema.ts'

/** The declarations of one module, in the order in which they are printed. */
export type Declarations = string[]

const WORDS: Readonly<Record<string, string>> = {
  string: 'str',
  number: 'float',
  integer: 'int',
  boolean: 'bool',
  null: 'None',
}

/**
 * The Python type of a JSON Schema. An object with known fields becomes a TypedDict with the given name, which is added
 * to `declarations`. `Any` for keywords that are not handled here.
 */
export function toPythonType(schema: JsonSchema, name: string, declarations: Declarations): string {
  if (schema.const !== undefined) return literal([schema.const])
  if (Array.isArray(schema.enum)) return literal(schema.enum)
  const among = schema.anyOf ?? (Array.isArray(schema.oneOf) ? (schema.oneOf as JsonSchema[]) : undefined)
  if (among)
    return union(among.map((one, index) => toPythonType(one, index === 0 ? name : `${name}${index + 1}`, declarations)))
  if (schema.allOf !== undefined || schema.type === undefined) return 'Any'
  return union([schema.type].flat().map((type) => WORDS[type] ?? structure(type, schema, name, declarations)))
}

function structure(type: string, schema: JsonSchema, name: string, declarations: Declarations): string {
  if (type === 'array') return `List[${toPythonType((schema.items ?? {}) as JsonSchema, `${name}Item`, declarations)}]`
  return type === 'object' && Object.keys(schema.properties ?? {}).length > 0
    ? typedDict(schema, name, declarations)
    : 'Dict[str, Any]'
}

/** Two TypedDicts, since `NotRequired` needs Python 3.11: one of the required fields, and one that adds the others. */
function typedDict({ properties = {}, required = [] }: JsonSchema, name: string, declarations: Declarations): string {
  const fields = Object.entries(properties).map(([field, schema]) => ({
    line: `    ${JSON.stringify(field)}: ${JSON.stringify(toPythonType(schema, name + toPascal(field), declarations))},\n`,
    isRequired: required.includes(field),
  }))
  const [must, may] = [fields.filter((field) => field.isRequired), fields.filter((field) => !field.isRequired)]
  const body = (some: typeof fields) => `{\n${some.map(({ line }) => line).join('')}}`
  if (may.length === 0) declarations.push(`${name} = TypedDict("${name}", ${body(must)})\n`)
  else if (must.length === 0) declarations.push(`${name} = TypedDict("${name}", ${body(may)}, total=False)\n`)
  else
    declarations.push(
      `_${name}Must = TypedDict("_${name}Must", ${body(must)})\n_${name}May = TypedDict("_${name}May", ${body(may)}, total=False)\n\n\nclass ${name}(_${name}Must, _${name}May):\n    pass\n`,
    )
  return name
}

export const toPascal = (text: string): string =>
  text
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')

const union = (types: readonly string[]) => {
  const distinct = [...new Set(types)]
  if (distinct.includes('Any')) return 'Any'
  return distinct.length === 1 ? (distinct[0] ?? 'Any') : `Union[${distinct.join(', ')}]`
}

const literal = (values: readonly Json[]) =>
  values.every(
    (value) => value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isInteger(value),
  )
    ? `Literal[${values.map(toPython).join(', ')}]`
    : 'Any'

/** A JSON value in Python's syntax. */
export const toPython = (value: Json): string => {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  return JSON.stringify(value)
}
