import { VERSION } from '../../../base/version.ts'
import type { Json } from '../../json-schema.ts'
import { TRIGGER_EVENTS } from '../events.ts'
import { COLUMNS, LISTS } from '../lists.ts'
import { TASKS, type Task } from '../tasks.ts'
import { toDescription, toLabel, toTypeScript } from '../text.ts'
import type { Property } from './fields.ts'
import { describeOperation, describeResource } from './properties.ts'

const HEAD = '// Printed from the declarations of the operations by npm run connectors.\n'

/** The printed modules of the n8n package, by path below its folder. */
export function n8nFiles(tasks: readonly Task[]): ReadonlyMap<string, string> {
  const described = Object.keys(TASKS).map((group) => {
    const own = tasks.filter((task) => task.group === group)
    const each = own.map((task) => ({ id: task.id, ...describeOperation(task) }))
    return { group, each, ...describeResource(group, own) }
  })
  const sent = Object.fromEntries(described.flatMap(({ each }) => each.map((one) => [one.id, one.sent])))
  return new Map([
    ...described.map(({ group, each, operations: lists }): [string, string] => [
      `nodes/Latchkey/properties/${group}.ts`,
      module('INodeProperties[]', `${group}Properties`, [
        ...lists,
        ...merged(each.flatMap(({ properties }) => properties)),
      ]),
    ]),
    ['nodes/Latchkey/properties/index.ts', indexModule(described)],
    ['nodes/shared/operations.ts', ownModule('Operations', './operation', 'OPERATIONS', sent)],
    ['nodes/shared/account.ts', accountModule()],
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

const ownModule = (type: string, from: string, name: string, value: Json) =>
  `${HEAD}import type { ${type} } from '${from}'\n\nexport const ${name}: ${type} = ${toTypeScript(value)}\n`

/** What a person chooses from, and the types of columns. */
const accountModule = () =>
  `${HEAD}import type { Column, List } from './lists'

export const LISTS: Readonly<Record<string, List>> = ${toTypeScript(LISTS as unknown as Json)}

export const COLUMNS: Readonly<Record<string, Column['kind']>> = ${toTypeScript(COLUMNS)}
`

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
  const options = TRIGGER_EVENTS.map(({ type, product, description }) => {
    const [first = '', ...rest] = type.split('.')
    return {
      name: `${product === 'Latchkey' ? toLabel(first) : product} ${toLabel(rest.join(' '))}`,
      value: type,
      description: toDescription(description),
    }
  })
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
