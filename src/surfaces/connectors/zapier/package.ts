import { type EventType, TYPES } from '../../../base/event-types.ts'
import type { Area } from '../../../base/groups.ts'
import { VERSION } from '../../../base/version.ts'
import { CATALOGUE } from '../../../groups/events/catalogue.ts'
import { getDocs } from '../../docs.ts'
import type { Registered } from '../../registered.ts'
import { itemsOf, sampleOf } from '../answers.ts'
import { TASKS } from '../tasks.ts'
import { toDescription, toTitle } from '../text.ts'
import { describeFields, type InputField } from './fields.ts'

type Group = Exclude<Area, 'admin'>

/** The printed files of the Zapier integration, by path below its folder. */
export const zapierFiles = (operations: readonly Registered[]): ReadonlyMap<string, string> =>
  new Map([
    ['operations.json', print(describeOperations(operations))],
    ['events.json', print(TYPES.filter((type) => type !== 'latchkey.test').map(describeEvent))],
    ['package.json', print(PACKAGE)],
  ])

const print = (value: unknown) => `${JSON.stringify(value, null, 1)}\n`

/**
 * The wanted operations are actions and searches of their own. The others are the choices of one action, because a
 * person finds nothing among a hundred actions.
 */
function describeOperations(operations: readonly Registered[]) {
  const byId = new Map(operations.map((one) => [one.operation.id as string, one]))
  return Object.entries(TASKS).flatMap(([group, { product, wanted, more }]) => {
    const of = (tasks: Readonly<Record<string, string>>, isWanted: boolean) =>
      Object.entries(tasks).map(([id, task]) => {
        const member = byId.get(id)
        if (!member) throw new Error(`${id} is no operation`)
        return describeOperation(member, group as Group, product, task, isWanted)
      })
    return [...of(wanted, true), ...of(more, false)]
  })
}

function describeOperation(member: Registered, group: Group, product: string, task: string, isWanted: boolean) {
  const { method, path, operation } = member
  const { id, reads } = operation
  const fields = describeFields(member)
  const header = operation.input().header?.shape ?? {}
  const isOnce = header['Idempotency-Key'] !== undefined
  const items = itemsOf(member)
  const summary = toDescription(getDocs(operation).en.summary).replace(/\.$/, '')
  return {
    key: id,
    group,
    kind: isWanted ? (reads ? 'search' : 'create') : 'other',
    label: `${product}: ${toTitle(reads ? task.replace(/^Get (many )?/, 'Find ') : task)}`,
    description: `${summary}.`,
    noun: product,
    method,
    path,
    fields: Object.fromEntries(fields.map(({ input, place, kind }) => [input.key, kind ? [place, kind] : [place]])),
    inputFields: [
      ...fields.filter(({ kind }) => !isColumns(kind)).map(({ input }) => input),
      ...(isOnce ? [ONCE] : []),
    ],
    ...(isOnce && { isOnce }),
    ...('X-Payment-Mode' in header && { headers: { 'X-Payment-Mode': 'true' } }),
    // Without a choice the same bill for the same customer is refused once.
    ...(fields.some(({ input }) => input.key === 'confirm_duplicate') && { initial: { confirm_duplicate: false } }),
    ...(items && { items }),
    sample: sampleOf(member, items),
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

/** A trigger. Zapier asks for the newest events when it has no hook, and knows seen ones by their id. */
function describeEvent(type: EventType) {
  const { description, include, example } = CATALOGUE[type]
  const product = TASKS[type.split('.')[0] as Group]?.product ?? 'Latchkey'
  const what = toDescription(description.split(/[:,]/)[0] ?? '')
  // Zapier allows 64 characters.
  const label = product === 'Latchkey' ? what : `${product}: ${what}`
  return {
    key: type.replaceAll('.', '_'),
    type,
    label,
    noun: product,
    description: `Triggers when this happens: ${description.charAt(0).toLowerCase()}${description.slice(1)}.`,
    include,
    hasTable: type.startsWith('workspace.row.'),
    sample: { id: 'evt_2cQ1m7', type, timestamp: '2026-11-20T00:00:00.000Z', data: example },
  }
}

const PACKAGE = {
  name: 'zapier-latchkey',
  version: VERSION,
  description: 'Plaud, Tiro, Notion, Coupang, PaySsam, YouTube and Threads in Zapier, through a Latchkey deployment',
  private: true,
  main: 'index.js',
  engines: { node: '>=22' },
  dependencies: { 'zapier-platform-core': '19.1.0' },
}
