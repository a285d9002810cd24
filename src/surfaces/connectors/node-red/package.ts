import { type EventType, TYPES } from '../../../base/event-types.ts'
import { VERSION } from '../../../base/version.ts'
import { CATALOGUE } from '../../../groups/events/catalogue.ts'
import { getDocs } from '../../docs.ts'
import type { Registered } from '../../registered.ts'
import { describeSending } from '../sending.ts'
import { TASKS } from '../tasks.ts'
import { toDescription } from '../text.ts'
import { describeFields, type Field } from './fields.ts'
import { ENGLISH } from './texts/english.ts'
import { KOREAN } from './texts/korean.ts'
import type { Described, Group, Language } from './texts/language.ts'

/** The printed files of the Node-RED package, by path below its folder. */
export function nodeRedFiles(operations: readonly Registered[]): ReadonlyMap<string, string> {
  const described = describeOperations(operations)
  return new Map([
    ['operations.json', print(Object.fromEntries(described.map((one) => [one.id, one.sent])))],
    ['resources/operations.json', print(toEditor(described))],
    ['resources/events.json', print(TYPES.filter(isOffered).map((type) => [type, CATALOGUE[type].include.length > 0]))],
    ...[ENGLISH, KOREAN].flatMap((language) => languageFiles(language, described)),
    ['package.json', print(PACKAGE)],
  ])
}

const print = (value: unknown) => `${JSON.stringify(value, null, 1)}\n`

const isOffered = (type: EventType) => type !== 'latchkey.test'

function describeOperations(operations: readonly Registered[]): Described[] {
  const byId = new Map(operations.map((one) => [one.operation.id as string, one]))
  return Object.entries(TASKS).flatMap(([group, { wanted, more }]) =>
    Object.entries({ ...wanted, ...more }).map(([id, task]) => {
      const member = byId.get(id)
      if (!member) throw new Error(`${id} is no operation`)
      const { sent, hidden, isPaged } = describeSending(member)
      const fields = describeFields(member, hidden)
      const places = fields.map(({ input, kind }) => [input.name, kind ? [input.place, kind] : [input.place]])
      const { summary } = getDocs(member.operation).en
      return {
        group: group as Group,
        id,
        isWanted: id in wanted,
        task,
        summary: toDescription(summary),
        korean: getDocs(member.operation).ko ?? '',
        fields,
        isPaged,
        // Without a choice the same bill for the same customer is refused once.
        sent: {
          ...sent,
          ...(fields.some(({ input }) => input.name === 'confirm_duplicate') && {
            initial: { confirm_duplicate: false },
          }),
          fields: Object.fromEntries(places),
        },
      }
    }),
  )
}

/** What the dialog of a request needs to know. The texts are in the catalogues. */
const toEditor = (described: readonly Described[]) =>
  Object.keys(TASKS).map((group) => ({
    group,
    operations: described
      .filter((one) => one.group === group)
      .map(({ id, isWanted, fields, isPaged, sent }) => ({
        id,
        ...(isWanted && { isWanted }),
        ...(isPaged && { isPaged }),
        ...(sent.items && { isList: true }),
        ...(sent.isOnce && { isOnce: true }),
        fields: fields.map(({ editor }) => editor),
      })),
  }))

/** The catalogues and the help of the nodes, by Node-RED's own naming. */
function languageFiles(language: Language, described: readonly Described[]): [string, string][] {
  const folder = `nodes/locales/${language.name}`
  const byGroup = Object.keys(TASKS) as Group[]
  const printed = {
    products: Object.fromEntries(byGroup.map((group) => [group, language.product(group)])),
    tasks: Object.fromEntries(described.map((one) => [one.id, language.task(one)])),
    summaries: Object.fromEntries(described.map((one) => [one.id, language.summary(one)])),
    fields: Object.fromEntries(described.map(({ id, fields }) => [id, toFieldTexts(language, fields)])),
  }
  const events = Object.fromEntries(
    TYPES.filter(isOffered).map((type) => [type.replaceAll('.', '_'), language.event(type)]),
  )
  return [
    [`${folder}/latchkey-deployment.json`, print(language.deployment)],
    [`${folder}/latchkey-request.json`, print({ ...language.request, ...printed })],
    [`${folder}/latchkey-events.json`, print({ ...language.events, types: events })],
    ...Object.entries(language.pages(described)).map(([node, page]): [string, string] => [
      `${folder}/${node}.html`,
      `<script type="text/markdown" data-help-name="${node}">\n${page.trim()}\n</script>\n`,
    ]),
  ]
}

const toFieldTexts = ({ label, help }: Language, fields: readonly Field[]) =>
  Object.fromEntries(
    fields.map((field) => [field.input.name, { label: label(field.input), ...(help && { help: help(field) }) }]),
  )

const NODES = ['latchkey-deployment', 'latchkey-request', 'latchkey-events']

const PACKAGE = {
  name: 'node-red-contrib-latchkey',
  version: VERSION,
  description:
    'Node-RED nodes for Plaud, Tiro, Notion, Coupang, PaySsam, YouTube and Threads, through a Latchkey deployment',
  license: 'MIT',
  homepage: 'https://github.com/OWNER/latchkey',
  repository: { type: 'git', url: 'https://github.com/OWNER/latchkey.git' },
  author: { name: 'OWNER', email: 'owner@example.com' },
  keywords: ['node-red', 'latchkey', 'plaud', 'tiro', 'notion', 'coupang', 'threads'],
  engines: { node: '>=18' },
  files: ['nodes', 'lib', 'resources', 'examples', 'pictures', 'operations.json', 'README.ko.md'],
  'node-red': {
    version: '>=3.1.0',
    nodes: Object.fromEntries(NODES.map((node) => [node, `nodes/${node}.js`])),
  },
}
