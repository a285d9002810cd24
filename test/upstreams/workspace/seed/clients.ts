import type { Column, Json } from '../state.ts'
import { date, ids, text } from './cells.ts'
import { column, title } from './columns.ts'
import { DATA_SOURCES, DATABASES, projectId, USERS } from './ids.ts'
import { projectColumns } from './project-columns.ts'
import type { SeedRow } from './projects.ts'

/** The product rolls up no rollup. */
const LISTED = projectColumns().filter(({ type }) => type !== 'rollup')

/** Each function over a column that it goes with. */
const FUNCTIONS: Record<string, readonly string[]> = {
  Name: ['count', 'unique'],
  Summary: ['count_values', 'empty', 'not_empty', 'percent_empty', 'percent_not_empty'],
  Budget: ['sum', 'average', 'median', 'min', 'max', 'range'],
  Due: ['earliest_date', 'latest_date', 'date_range'],
  Billable: ['checked', 'unchecked', 'percent_checked', 'percent_unchecked'],
  Priority: ['show_unique'],
}

const rollup = (name: string, of: Column, how: string): Column =>
  column(`${how}-${decodeURIComponent(of.id)}`, name, 'rollup', {
    function: how,
    relation_property_name: 'Projects',
    relation_property_id: 'proj',
    rollup_property_name: of.name,
    rollup_property_id: of.id,
  })

/** Rollups that list every column of the projects, rollups with every function, and formulas with every result. */
export const clientColumns = (): Column[] => [
  title(),
  column('size', 'Size', 'number'),
  column('since', 'Since', 'date'),
  column('proj', 'Projects', 'relation', {
    database_id: DATABASES.projects,
    data_source_id: DATA_SOURCES.projects,
    type: 'single_property',
    single_property: {},
  }),
  ...LISTED.map((of) => rollup(`All ${of.name}`, of, 'show_original')),
  ...LISTED.flatMap((of) => (FUNCTIONS[of.name] ?? []).map((how) => rollup(`${of.name} ${how}`, of, how))),
  ...formulas(),
]

const formulas = (): Column[] => [
  {
    ...column('f-st', 'Greeting', 'formula', { expression: '"Dear " + prop("Name")' }),
    formula: { type: 'string', compute: (read) => nameIn(read('Name').title) },
  },
  {
    ...column('f-nu', 'Tenfold', 'formula', { expression: 'prop("Size") * 10' }),
    formula: { type: 'number', compute: (read) => tenfold(read('Size').number) },
  },
  {
    ...column('f-bo', 'Is small', 'formula', { expression: 'prop("Size") < 10' }),
    formula: { type: 'boolean', compute: (read) => Number(read('Size').number ?? 0) < 10 },
  },
  {
    ...column('f-da', 'Client since', 'formula', { expression: 'prop("Since")' }),
    formula: { type: 'date', compute: (read) => read('Since').date ?? null },
  },
  {
    ...column('f-api', 'By machine', 'formula', { expression: 'prop("Size") + 1' }),
    formula: { type: 'number', isUntyped: true, compute: (read) => Number(read('Size').number ?? 0) + 1 },
  },
]

function nameIn(rich: unknown): string {
  const pieces: readonly Json[] = Array.isArray(rich) ? rich : []
  const name = pieces.map(({ plain_text }) => String(plain_text)).join('')
  return name === '' ? '' : `Dear ${name}`
}

const tenfold = (size: unknown) => (typeof size === 'number' ? size * 10 : null)

const client = (name: string, size: number | null, since: string | null, projects: readonly number[]): SeedRow => ({
  created: '2026-07-07T00:00:00.000Z',
  edited: '2026-07-07T00:00:00.000Z',
  by: USERS.jiwoo,
  values: {
    Name: text(name),
    Size: size,
    Since: since === null ? null : date(since),
    Projects: ids(...projects.map(projectId)),
  },
})

/** Some with rich projects, some with bare ones, some with both, and one without any. */
export const clientRows = (): SeedRow[] => [
  client('Baram', 12, '2024-03-01', [1, 2]),
  client('Gureum', 4, '2026-11-21', [3]),
  client('노을', null, null, [5]),
  client('Haru', 0, '2026-11-20', []),
  client('', 30, null, [4, 5, 8]),
  client('Onda', 7, '2025-11-21', [6, 7, 5]),
  client('Narae', 9, '2027-01-15', [8]),
]
