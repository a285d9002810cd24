import { VERSION } from '../../../base/version.ts'
import { getDocs } from '../../docs.ts'
import { TRIGGER_EVENTS } from '../events.ts'
import { LISTS } from '../lists.ts'
import { type Group, TASKS, type Task } from '../tasks.ts'
import { toDescription } from '../text.ts'
import { describeFields, type Field } from './fields.ts'
import { ENGLISH } from './texts/english.ts'
import { KOREAN } from './texts/korean.ts'
import type { Described, Language } from './texts/language.ts'

/** The printed files of the Node-RED package, by path below its folder. */
export function nodeRedFiles(tasks: readonly Task[]): ReadonlyMap<string, string> {
  const described = tasks.map(describeOperation)
  return new Map([
    ['operations.json', print(Object.fromEntries(described.map(({ id, sent }) => [id, sent])))],
    ['lists.json', print(LISTS)],
    ['resources/operations.json', print(toEditor(described))],
    ['resources/events.json', print(TRIGGER_EVENTS.map(({ type, include }) => [type, include.length > 0]))],
    ...[ENGLISH, KOREAN].flatMap((language) => languageFiles(language, described)),
    ['package.json', print(PACKAGE)],
  ])
}

const print = (value: unknown) => `${JSON.stringify(value, null, 1)}\n`

function describeOperation({ group, id, isWanted, task, member, inputs, sending }: Task): Described {
  const { sent, hidden, isPaged, initial } = sending
  const fields = describeFields(inputs, hidden)
  const places = fields.map(({ input, kind }) => [input.name, kind ? [input.place, kind] : [input.place]])
  const { en, ko = '' } = getDocs(member.operation)
  return {
    ...{ group, id, isWanted, task, fields, isPaged },
    summary: toDescription(en.summary),
    korean: ko,
    sent: { ...sent, ...(initial && { initial }), fields: Object.fromEntries(places) },
  }
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
    TRIGGER_EVENTS.map((event) => [event.type.replaceAll('.', '_'), language.event(event)]),
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
  files: ['nodes', 'lib', 'resources', 'examples', 'pictures', 'operations.json', 'lists.json', 'README.ko.md'],
  'node-red': {
    version: '>=3.1.0',
    nodes: Object.fromEntries(NODES.map((node) => [node, `nodes/${node}.js`])),
  },
}
