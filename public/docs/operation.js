import { element } from './element.js'
import { failureTable } from './failures.js'
import { paragraphs } from './markdown.js'
import { fieldTable } from './schema.js'
import { tryForm } from './try.js'

const TIERS = { open: 'No key', basic: 'Basic', pro: 'Pro' }

/** One operation, closed; what is inside is made when it is opened. */
export function operationPanel(operation, caller) {
  const { id, method, path, summary, tier } = operation
  const panel = element(
    'details.operation',
    { id },
    element(
      'summary',
      {},
      element(`span.method.${method.toLowerCase()}`, {}, method),
      element('code.path', {}, path),
      element('span.what', {}, summary),
      element(`span.tier.${tier}`, {}, TIERS[tier]),
    ),
  )
  panel.addEventListener('toggle', () => {
    if (panel.open && panel.childElementCount === 1) panel.append(inside(operation, caller))
  })
  return panel
}

const inside = (operation, caller) =>
  element(
    'div.inside',
    {},
    ...paragraphs(operation.description),
    tryForm(operation, caller),
    element(
      'details',
      {},
      element('summary', {}, `Answer ${operation.success.status}`),
      operation.success.schema ? fieldTable(operation.success.schema, false) : element('p', {}, 'No content.'),
    ),
    element('details', {}, element('summary', {}, 'Failures'), failureTable(operation.failures)),
  )
