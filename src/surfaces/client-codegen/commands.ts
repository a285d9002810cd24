import { getDocs } from '../docs.ts'
import { type JsonSchema, jsonSchema } from '../json-schema.ts'
import type { Registered } from '../registered.ts'

/** The operations as the command of the client's package knows them, in the format of src/client/command/operation.ts. */
export const toCommands = (operations: readonly Registered[]) =>
  operations.map(({ method, path, operation }) => {
    const { param, query, json, header } = operation.input()
    return {
      ...{ id: operation.id, summary: getDocs(operation).en.summary },
      ...{ method, path, hasBody: json !== undefined },
      fields: Object.entries({ param, query, json }).flatMap(([place, fields]) =>
        fields ? toFields(place, jsonSchema(fields, 'input')) : [],
      ),
      headers: Object.keys(header?.shape ?? {}),
    }
  })

/** The fields of an object. A field that is an object has its own below it. */
function toFields(place: string, { properties = {}, required = [] }: JsonSchema): object[] {
  return Object.entries(properties).map(([name, schema]) => {
    const forms = [schema, ...(schema.anyOf ?? [])]
    const object = forms.find(({ properties: own }) => own)
    return {
      ...{ name, place, type: toWord(schema), isRequired: required.includes(name) },
      ...(forms.some(({ type }) => [type].flat().includes('null')) && { isNullable: true }),
      ...(object && { fields: toFields(place, object) }),
      description: schema.description ?? '',
    }
  })
}

/** The types that it takes, other than null. */
function toWord({ type, anyOf = [], enum: words }: JsonSchema): string {
  if (Array.isArray(words) && words.every((word) => typeof word === 'string')) return words.join('|')
  const types =
    type === undefined ? anyOf.flatMap((one) => (one.type === 'null' ? [] : toWord(one).split('|'))) : [type]
  return [...new Set(types.flat())].filter((one) => one !== 'null').join('|') || 'any'
}
