import { element } from './element.js'
import { inline } from './markdown.js'

/** The type of a JSON Schema in words. */
export function typeOf(schema) {
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(' or ')
  if (schema.type === 'array') return `array of ${schema.items?.type ? typeOf(schema.items) : 'anything'}`
  if (Array.isArray(schema.type)) return schema.type.join(' or ')
  return schema.type ?? 'anything'
}

/** The type with its limits. */
export function rangeOf(schema) {
  return [
    typeOf(schema),
    schema.default !== undefined && `default ${JSON.stringify(schema.default)}`,
    schema.minimum !== undefined && `at least ${schema.minimum}`,
    schema.maximum !== undefined && `at most ${schema.maximum}`,
    schema.maxLength !== undefined && `at most ${schema.maxLength} characters`,
    schema.minItems !== undefined && `at least ${schema.minItems}`,
    schema.maxItems !== undefined && `at most ${schema.maxItems}`,
  ]
    .filter(Boolean)
    .join(', ')
}

/** The fields of an object with those inside them, each under the path that leads to it. */
function fieldsOf(schema, path = '') {
  const inner = [schema, ...(schema.anyOf ?? [])]
  return inner.flatMap((part) => [
    ...Object.entries(part.properties ?? {}).flatMap(([name, field]) => [
      { path: path + name, field, required: part.required?.includes(name) ?? false },
      ...fieldsOf(field, `${path + name}.`),
    ]),
    ...(part.items ? fieldsOf(part.items, path.replace(/\.$/, '[].')) : []),
    ...(part.additionalProperties?.properties || part.additionalProperties?.anyOf
      ? fieldsOf(part.additionalProperties, `${path}*.`)
      : []),
  ])
}

/** A table of the fields, or a sentence where the schema names none. */
export function fieldTable(schema, isRequest) {
  const fields = fieldsOf(schema)
  if (fields.length === 0) return element('p', {}, schema.description ?? `The value is ${typeOf(schema)}.`)
  const rows = fields.map(({ path, field, required }) =>
    element(
      'tr',
      {},
      element('th', { scope: 'row' }, element('code', {}, ...breakable(path)), mark(isRequest, required)),
      element('td.type', {}, rangeOf(field)),
      element('td', {}, ...inline(field.description)),
    ),
  )
  return element('table.fields', {}, element('tbody', {}, ...rows))
}

/** A long path breaks between its names. */
const breakable = (path) => path.split(/(?<=\.)/).flatMap((name) => [name, element('wbr')])

/** A request says what must be there, an answer what may be missing. */
function mark(isRequest, required) {
  if (isRequest) return required ? element('span.required', {}, 'required') : undefined
  return required ? undefined : element('span.optional', {}, 'optional')
}
