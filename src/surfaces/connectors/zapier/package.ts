import { VERSION } from '../../../base/version.ts'
import { getDocs } from '../../docs.ts'
import { TRIGGER_EVENTS, type TriggerEvent } from '../events.ts'
import { COLUMNS, LISTS } from '../lists.ts'
import { toSample } from '../sending.ts'
import type { Task } from '../tasks.ts'
import { toDescription, toTitle } from '../text.ts'
import { describeField, type InputField } from './fields.ts'

/** The printed files of the Zapier integration, by path below its folder. */
export const zapierFiles = (tasks: readonly Task[]): ReadonlyMap<string, string> =>
  new Map([
    ['operations.json', print(tasks.map(describeOperation))],
    ['events.json', print(TRIGGER_EVENTS.map(describeEvent))],
    ['account.json', print({ lists: LISTS, columns: COLUMNS })],
    ['package.json', print(PACKAGE)],
  ])

const print = (value: unknown) => `${JSON.stringify(value, null, 1)}\n`

/**
 * The wanted operations are actions and searches of their own. The others are the choices of one action, because a
 * person finds nothing among a hundred actions.
 */
function describeOperation({ group, product, id, task, isWanted, member, inputs, sending }: Task) {
  const { operation } = member
  const { reads } = operation
  const { sent, initial, isPaged, hidden } = sending
  const fields = inputs.filter(({ name }) => !isPaged || !hidden.has(name)).map(describeField)
  const summary = toDescription(getDocs(operation).en.summary).replace(/\.$/, '')
  return {
    key: id,
    group,
    kind: isWanted ? (reads ? 'search' : 'create') : 'other',
    label: `${product}: ${toTitle(reads ? task.replace(/^Get (many )?/, 'Find ') : task)}`,
    description: `${summary}.`,
    noun: product,
    fields: Object.fromEntries(fields.map(({ input, place, kind }) => [input.key, kind ? [place, kind] : [place]])),
    inputFields: [
      ...fields.filter(({ kind }) => !isColumns(kind)).map(({ input }) => input),
      ...(sent.isOnce ? [ONCE] : []),
      ...(isPaged ? [LIMIT] : []),
    ],
    ...sent,
    initial,
    sample: toSample(member, sent),
  }
}

const isColumns = (kind: string | undefined) => kind === 'columns' || kind === 'row'

const ONCE: InputField = {
  key: 'idempotency_key',
  label: 'Repeat Protection',
  helpText:
    'Map the ID of the item that starts the Zap. When Zapier replays the step with the same value, nothing is done twice: the first response is returned again for 24 hours.',
  required: true,
  type: 'string',
}

const LIMIT: InputField = {
  key: 'limit',
  label: 'Limit',
  helpText: 'How many results to return at most.',
  required: false,
  type: 'integer',
  default: '50',
}

/** A trigger. Zapier asks for the newest events when it has no hook, and knows seen ones by their id. */
const describeEvent = ({ type, product, label, description, include, hasTable, sample }: TriggerEvent) => ({
  key: type.replaceAll('.', '_'),
  type,
  label,
  noun: product,
  description: `Triggers when this happens: ${description.charAt(0).toLowerCase()}${description.slice(1)}.`,
  include,
  hasTable,
  sample,
})

const PACKAGE = {
  name: 'zapier-latchkey',
  version: VERSION,
  description: 'Plaud, Tiro, Notion, Coupang, PaySsam, YouTube and Threads in Zapier, through a Latchkey deployment',
  private: true,
  main: 'index.js',
  engines: { node: '>=22' },
  dependencies: { 'zapier-platform-core': '19.1.0' },
}
