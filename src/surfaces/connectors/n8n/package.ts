import { EVENT_TYPES, type EventType } from '../../../base/event-types.ts'
import type { Area } from '../../../base/groups.ts'
import { VERSION } from '../../../base/version.ts'
import { CATALOGUE } from '../../../groups/events/catalogue.ts'
import type { Json } from '../../json-schema.ts'
import type { Registered } from '../../registered.ts'
import type { Sent } from '../sending.ts'
import { TASKS } from '../tasks.ts'
import { toDescription, toLabel, toTypeScript } from '../text.ts'
import type { Property } from './fields.ts'
import { describeOperation, describeResource } from './properties.ts'

const HEAD = '// Printed from the declarations of the operations by npm run connectors.\n'

type Group = Exclude<Area, 'admin'>

/** The printed modules of the n8n package, by path below its folder. */
export function n8nFiles(operations: readonly Registered[]): ReadonlyMap<string, string> {
  const groups = Object.entries(TASKS).map(([name, tasks]) => {
    const group = name as Group
    const members = operations.filter(({ operation }) => operation.group === group)
    return { group, members, ids: Object.keys({ ...tasks.wanted, ...tasks.more }), tasks }
  })
  for (const { members, ids } of groups)
    for (const { operation } of members)
      if (!ids.includes(operation.id))
        throw new Error(`${operation.id} has no task in src/surfaces/connectors/tasks.ts`)

  const described = groups.map(({ group, members, ids, tasks }) => {
    const byId = new Map(members.map((member) => [member.operation.id as string, member]))
    const each = ids.map((id) => ({ id, ...describeOperation(byId.get(id) as Registered) }))
    return { group, each, ...describeResource(group, tasks, members) }
  })
  const sent: Record<string, Sent> = Object.fromEntries(
    described.flatMap(({ each }) => each.map(({ id, sent }) => [id, sent])),
  )
  return new Map([
    ...described.map(({ group, each, operations: lists }): [string, string] => [
      `nodes/Latchkey/properties/${group}.ts`,
      module('INodeProperties[]', `${group}Properties`, [
        ...lists,
        ...merged(each.flatMap(({ properties }) => properties)),
      ]),
    ]),
    ['nodes/Latchkey/properties/index.ts', indexModule(described)],
    [
      'nodes/shared/operations.ts',
      `${HEAD}import type { Operations } from './operation'\n\nexport const OPERATIONS: Operations = ${toTypeScript(sent)}\n`,
    ],
    ['nodes/shared/events.ts', eventsModule()],
    ['eslint.config.mjs', ESLINT_CONFIG],
    ['package.json', `${JSON.stringify(PACKAGE, null, 2)}\n`],
  ])
}

/** Equal parameters of several operations as one. */
function merged(properties: readonly Property[]): Property[] {
  const known = new Map<string, { property: Property; ids: Json[] }>()
  for (const { displayOptions, ...property } of properties) {
    const { operation, ...show } = (displayOptions as { show: { operation: Json[] } }).show
    const key = JSON.stringify([property, show])
    const first = known.get(key)
    if (first) first.ids.push(...operation)
    else {
      const ids = [...operation]
      known.set(key, { ids, property: { ...property, displayOptions: { show: { operation: ids, ...show } } } })
    }
  }
  return [...known.values()].map(({ property }) => property)
}

const module = (type: string, name: string, value: Json) =>
  `${HEAD}import type { ${type.replace('[]', '')} } from 'n8n-workflow'\n\nexport const ${name}: ${type} = ${toTypeScript(value)}\n`

function indexModule(groups: readonly { group: string; resources: { name: string; value: string }[] }[]): string {
  const options = groups.flatMap(({ resources }) => resources).sort((a, b) => (a.name < b.name ? -1 : 1))
  const resource: Property = {
    displayName: 'Resource',
    name: 'resource',
    type: 'options',
    noDataExpression: true,
    options,
    default: 'recorder',
  }
  return `${HEAD}import type { INodeProperties } from 'n8n-workflow'

${groups.map(({ group }) => `import { ${group}Properties } from './${group}'\n`).join('')}
const resource: INodeProperties = ${toTypeScript(resource)}

/** The product, below the name of a node. */
export const subtitle = ${toTypeScript(toNames('$parameter["resource"]', options))}

export const properties: INodeProperties[] = [
  resource,
${groups.map(({ group }) => `  ...${group}Properties,\n`).join('')}]
`
}

/** An expression of n8n for the name of a value. */
const toNames = (value: string, options: readonly { name: string; value: string }[]): string =>
  `={{ (${JSON.stringify(Object.fromEntries(options.map(({ name, value: own }) => [own, name])))})[${value}] }}`

/** What both triggers ask for, and what is below their names. */
function eventsModule(): string {
  const options = eventOptions()
  const subtitle = toNames('$parameter["events"][0]', options)
  const more = ' + ($parameter["events"].length > 1 ? ", +" + ($parameter["events"].length - 1) : "") }}'
  return `${module('INodeProperties[]', 'eventProperties', eventProperties(options))}
export const subtitle = ${toTypeScript(subtitle.replace(/ \}\}$/, more))}
`
}

function eventOptions() {
  const options = (Object.keys(EVENT_TYPES) as EventType[]).map((type) => ({
    name: `${productOf(type)} ${toLabel(type.split('.').slice(1).join(' '))}`,
    value: type,
    description: toDescription(CATALOGUE[type].description),
  }))
  return options.sort((a, b) => (a.name < b.name ? -1 : 1))
}

function eventProperties(options: ReturnType<typeof eventOptions>): Property[] {
  return [
    {
      displayName: 'Events',
      name: 'events',
      type: 'multiOptions',
      required: true,
      options,
      default: ['recorder.file.ready'],
      description: 'What starts the workflow',
    },
  ]
}

const productOf = (type: EventType) => {
  const group = type.split('.')[0] ?? ''
  return group in TASKS ? TASKS[group as Group].product : toLabel(group)
}

/** The linter wants exactly this text. */
const ESLINT_CONFIG = `import { config } from '@n8n/node-cli/eslint';

export default config;
`

const NODES = ['Latchkey/Latchkey', 'LatchkeyTrigger/LatchkeyTrigger', 'LatchkeyPollingTrigger/LatchkeyPollingTrigger']

const PACKAGE = {
  name: 'n8n-nodes-latchkey',
  version: VERSION,
  description:
    'n8n nodes for Plaud, Tiro, Notion, Coupang, PaySsam, YouTube and Threads, through a Latchkey deployment',
  license: 'MIT',
  homepage: 'https://github.com/OWNER/latchkey',
  keywords: ['n8n-community-node-package', 'latchkey', 'plaud', 'tiro', 'notion', 'coupang', 'threads'],
  author: { name: 'OWNER', email: 'owner@example.com' },
  repository: { type: 'git', url: 'https://github.com/OWNER/latchkey.git' },
  scripts: { build: 'n8n-node build', lint: 'n8n-node lint', prepublishOnly: 'n8n-node prerelease' },
  files: ['dist', 'examples', 'pictures'],
  n8n: {
    n8nNodesApiVersion: 1,
    strict: true,
    credentials: ['dist/credentials/LatchkeyApi.credentials.js'],
    nodes: NODES.map((node) => `dist/nodes/${node}.node.js`),
  },
  devDependencies: { '@n8n/node-cli': '0.48.3', '@types/node': '24.19.2', eslint: '9.29.0', typescript: '5.9.3' },
  peerDependencies: { 'n8n-workflow': '*' },
}
