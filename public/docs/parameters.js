import { element } from './element.js'
import { inline } from './markdown.js'
import { isSecret } from './request.js'
import { rangeOf } from './schema.js'

/** The field to type a parameter into; what is required holds an example, a credential never does. */
export function parameterInput(id, { name, in: place, schema, example, required }) {
  const values = schema.type === 'boolean' ? [true, false] : schema.enum
  const attributes = { id, required }
  if (values) {
    const unset = schema.default === undefined ? 'not sent' : `not sent (${schema.default})`
    const options = values.map((value) =>
      element('option', { value: String(value), selected: value === example }, String(value)),
    )
    return element('select', attributes, element('option', { value: '' }, unset), ...options)
  }
  return element('input', {
    ...attributes,
    type: isSecret(name) ? 'password' : 'text',
    value: isSecret(name) ? undefined : example,
    placeholder: schema.default ?? '',
    autocomplete: 'off',
    spellcheck: 'false',
    // The browser would refuse to send it, in words of its own.
    ...(place === 'header' && { pattern: '[\\x20-\\x7e]*', title: 'Latin letters, digits and signs only' }),
  })
}

/** @param {Map<string, HTMLElement>} inputs by the name of the parameter */
export const parameterTable = (parameters, inputs) =>
  element(
    'table.fields',
    {},
    element(
      'tbody',
      {},
      ...parameters.map(({ name, in: place, required, description, schema }) =>
        element(
          'tr',
          {},
          element(
            'th',
            { scope: 'row' },
            element('label', { for: inputs.get(name).id }, element('code', {}, name)),
            required ? element('span.required', {}, 'required') : undefined,
          ),
          element('td.type', {}, `${place}, ${rangeOf(schema)}`),
          element('td', {}, ...inline(description)),
          element('td.input', {}, inputs.get(name)),
        ),
      ),
    ),
  )
