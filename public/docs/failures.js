import { element } from './element.js'

/** The failure statuses, each with its meaning and a body. */
export const failureTable = (failures) =>
  element(
    'table.fields.failures',
    {},
    element(
      'tbody',
      {},
      ...failures.map(({ status, description, example }) =>
        element(
          'tr',
          {},
          element('th', { scope: 'row' }, status),
          element('td', {}, description),
          element('td', {}, element('code', {}, JSON.stringify(example))),
        ),
      ),
    ),
  )
