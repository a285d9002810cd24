import type { Column, Json } from '../state.ts'
import { column, option, title } from './columns.ts'
import { DATA_SOURCES, DATABASES } from './ids.ts'

const DAY = 86_400_000

/** One column of every type; of formulas and rollups one for each type of result. */
export const projectColumns = (): Column[] => [
  title(),
  column('smry', 'Summary', 'rich_text'),
  column(':bdg', 'Budget', 'number', { format: 'won' }),
  column('prio', 'Priority', 'select', {
    options: [option('p-hi', 'High', 'red'), option('p-md', 'Medium', 'yellow'), option('p-lo', 'Low', 'gray')],
  }),
  column('tags', 'Tags', 'multi_select', {
    options: [option('t-de', 'Design', 'pink'), option('t-be', 'Backend', 'blue'), option('t-rs', '리서치', 'green')],
  }),
  column('st^1', 'Stage', 'status', {
    options: [option('s-no', 'Not started'), option('s-go', 'In progress', 'blue'), option('s-ok', 'Done', 'green')],
    groups: [
      { id: 'g-to', name: 'To-do', color: 'gray', option_ids: ['s-no'] },
      { id: 'g-go', name: 'In progress', color: 'blue', option_ids: ['s-go'] },
      { id: 'g-ok', name: 'Complete', color: 'green', option_ids: ['s-ok'] },
    ],
  }),
  column('due?', 'Due', 'date'),
  column('bill', 'Billable', 'checkbox'),
  column('site', 'Website', 'url'),
  column('mail', 'Contact', 'email'),
  column('tel=', 'Phone', 'phone_number'),
  column('ownr', 'Owners', 'people'),
  column('file', 'Attachments', 'files'),
  column('crat', 'Created', 'created_time'),
  column('crby', 'Created by', 'created_by'),
  column('edat', 'Edited', 'last_edited_time'),
  column('edby', 'Edited by', 'last_edited_by'),
  column('code', 'Code', 'unique_id', { prefix: 'PRJ' }),
  column('chck', 'Check', 'verification'),
  column('plce', 'Office', 'place'),
  column('btn1', 'Kick off', 'button'),
  column('task', 'Tasks', 'relation', {
    database_id: DATABASES.tasks,
    data_source_id: DATA_SOURCES.tasks,
    type: 'single_property',
    single_property: {},
  }),
  ...formulas(),
  ...rollups(),
]

const formulas = (): Column[] => [
  {
    ...column('f-st', 'Label', 'formula', { expression: 'prop("Stage") + " / " + prop("Priority")' }),
    formula: {
      type: 'string',
      compute: (read) => `${getName(read('Stage').status)} / ${getName(read('Priority').select)}`,
    },
  },
  {
    ...column('f-nu', 'Doubled', 'formula', { expression: 'prop("Budget") * 2' }),
    formula: { type: 'number', compute: (read) => doubled(read('Budget').number) },
  },
  {
    ...column('f-bo', 'Is large', 'formula', { expression: 'prop("Budget") > 1000000' }),
    formula: { type: 'boolean', compute: (read) => Number(read('Budget').number ?? 0) > 1_000_000 },
  },
  {
    ...column('f-da', 'Review on', 'formula', { expression: 'dateAdd(prop("Due"), 7, "days")' }),
    formula: { type: 'date', compute: (read) => weekAfter(read('Due').date) },
  },
  {
    ...column('f-un', 'Broken', 'formula', { expression: 'prop("Gone")' }),
    formula: { type: 'unsupported', compute: () => ({}) },
  },
]

const TASK_COLUMN_IDS = { Name: 'title', Hours: 'hour', Due: 'due%3F', Assignee: 'asgn' }

const rollup = (id: string, name: string, of: keyof typeof TASK_COLUMN_IDS, how: string): Column =>
  column(id, name, 'rollup', {
    function: how,
    relation_property_name: 'Tasks',
    relation_property_id: 'task',
    rollup_property_name: of,
    rollup_property_id: TASK_COLUMN_IDS[of],
  })

const rollups = (): Column[] => [
  rollup('r-ct', 'Task count', 'Name', 'count'),
  rollup('r-sm', 'Task hours', 'Hours', 'sum'),
  rollup('r-dt', 'Last task due', 'Due', 'latest_date'),
  rollup('r-nm', 'Task names', 'Name', 'show_original'),
  rollup('r-hr', 'Hours of each', 'Hours', 'show_original'),
  rollup('r-pp', 'Assignees', 'Assignee', 'show_original'),
  rollup('r-un', 'Odd', 'Hours', 'percent_per_group'),
]

const getName = (value: unknown) =>
  typeof value === 'object' && value !== null && 'name' in value ? String(value.name) : 'none'

const doubled = (value: unknown) => (typeof value === 'number' ? value * 2 : null)

function weekAfter(value: unknown): Json | null {
  if (typeof value !== 'object' || value === null || !('start' in value)) return null
  const moment = Date.parse(String(value.start)) + 7 * DAY
  return { start: new Date(moment).toISOString().slice(0, 10), end: null, time_zone: null }
}
