import type { Column, Database, DataSource } from '../state.ts'
import { date, ids, text } from './cells.ts'
import { column, option, title } from './columns.ts'
import { DATA_SOURCES, DATABASES, USERS, WORKSPACES } from './ids.ts'
import { projectColumns } from './project-columns.ts'
import type { SeedRow } from './projects.ts'

const database = (id: string, name: string): Database => ({ id, workspaceId: WORKSPACES.haneul, title: name })

export const seedDatabases = (): Database[] => [
  database(DATABASES.projects, 'Projects'),
  database(DATABASES.tasks, 'Tasks'),
  database(DATABASES.leads, 'Leads'),
  database(DATABASES.payroll, 'Payroll'),
]

const table = (id: string, databaseId: string, name: string, columns: Column[]): DataSource => ({
  id,
  databaseId,
  name,
  columns,
  createdTime: '2026-08-01T00:00:00.000Z',
})

const leadColumns = () => [title(), column('amnt', 'Amount', 'number'), column('wonn', 'Won', 'checkbox')]

export const seedDataSources = (): DataSource[] => [
  table(DATA_SOURCES.projects, DATABASES.projects, 'Projects', projectColumns()),
  table(DATA_SOURCES.tasks, DATABASES.tasks, 'Tasks', [
    title(),
    column('hour', 'Hours', 'number'),
    column('due?', 'Due', 'date'),
    column('asgn', 'Assignee', 'people'),
    column('stat', 'State', 'status', { options: [option('o', 'Open'), option('c', 'Closed')], groups: [] }),
  ]),
  table(DATA_SOURCES.leads2026, DATABASES.leads, 'Leads 2026', leadColumns()),
  table(DATA_SOURCES.leads2025, DATABASES.leads, 'Leads 2025', leadColumns()),
  table(DATA_SOURCES.salaries, DATABASES.payroll, 'Salaries', [title(), column('paid', 'Pay', 'number')]),
]

const plain = (values: SeedRow['values'], day: string): SeedRow => ({
  created: `2026-${day}T00:00:00.000Z`,
  edited: `2026-${day}T00:00:00.000Z`,
  by: USERS.jiwoo,
  values,
})

const task = (name: string, hours: number | null, due: string | null, assignee: string[]) =>
  plain({ Name: text(name), Hours: hours, Due: due === null ? null : date(due), Assignee: ids(...assignee) }, '10-05')

export const taskRows = (): SeedRow[] => [
  task('Sketch the logo', 12, '2026-11-10', [USERS.jiwoo]),
  task('Choose colours', 4.5, '2026-11-28', [USERS.minjun, USERS.seoyeon]),
  task('Write the migration', 30, '2026-11-21', [USERS.minjun]),
  task('Find people', 3, null, [USERS.seoyeon]),
  task('Hold interviews', null, '2026-10-20', []),
  task('보고서 작성', 8, '2026-10-30', [USERS.seoyeon]),
  task('Collect tokens', 0, null, []),
]

export const leadRows = (names: readonly string[]): SeedRow[] =>
  names.map((name, index) => plain({ Name: text(name), Amount: (index + 1) * 100_000, Won: index % 2 === 0 }, '03-03'))

export const salaryRows = (): SeedRow[] => [plain({ Name: text('Nobody may see this'), Pay: 1 }, '01-01')]
