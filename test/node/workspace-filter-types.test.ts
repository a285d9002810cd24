import { execFile } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { afterAll, expect, it } from 'vitest'
import { ROOT } from '../../scripts/support/build.ts'
import { compileFilters } from '../../src/groups/workspace/filters/compile.ts'
import { OPERATORS } from '../../src/groups/workspace/filters/operators.ts'
import type { Property } from '../../src/groups/workspace/property.ts'
import { projectProperties } from '../groups/workspace/projects.ts'
import { projectId, USERS } from '../simulators/workspace/index.ts'

/** The compiler resolves the official client from within the project. */
const FOLDER = `${ROOT}node_modules/.cache/workspace-filter-types/`

afterAll(() => rm(FOLDER, { recursive: true, force: true }))

const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  number: [0, '-1.5'],
  unique_id: [3, 'PRJ-3'],
  checkbox: [true, 'no'],
  select: ['High', ['High', 'Low']],
  status: ['Done', ['Done', 'In progress']],
  multi_select: ['Design', ['Design', 'Backend']],
  date: ['2026-11-21', '2026-11-21T09:00:00+09:00', 'today', 'this_week'],
  people: ['me', USERS.jiwoo, [USERS.jiwoo, USERS.minjun]],
  relation: [projectId(1)],
  verification: ['verified', 'none'],
}

const ALIKE: Readonly<Record<string, string>> = {
  created_time: 'date',
  last_edited_time: 'date',
  created_by: 'people',
  last_edited_by: 'people',
}

/** Everything that the filter compiler emits for a property, with every operator and suitable values. */
function emitted(property: Property, properties: readonly Property[]): string[] {
  const values = VALUES[ALIKE[property.type] ?? property.type] ?? ['x', 7]
  return (OPERATORS.get(property.type) ?? []).flatMap((operator) =>
    [...values, null, undefined].flatMap((value) => {
      const filters = [{ key: property.name, operator, value }]
      return JSON.stringify(tried(() => compileFilters({ filters }, properties).filter)) ?? []
    }),
  )
}

/** Undefined for refused input. */
function tried<Value>(work: () => Value): Value | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

async function compile(name: string, filters: readonly string[]): Promise<string> {
  const lines = filters.map((filter, index) => `export const f${index}: Filter = ${filter}`)
  const file = `${FOLDER}${name}.ts`
  await mkdir(FOLDER, { recursive: true })
  await writeFile(
    file,
    `import type { QueryDataSourceParameters } from '@notionhq/client'
type Filter = NonNullable<QueryDataSourceParameters['filter']>
${lines.join('\n')}
`,
  )
  const options =
    '--noEmit --strict --skipLibCheck --target esnext --module esnext --moduleResolution bundler --ignoreConfig'
  const args = [`${ROOT}node_modules/typescript/bin/tsc`, ...options.split(' '), file]
  return promisify(execFile)(process.execPath, args).then(
    ({ stdout }) => stdout,
    ({ stdout, stderr }) => `${stdout}${stderr}`,
  )
}

const errorsIn = (output: string) => output.match(/error TS\d+/g) ?? []

it('every filter that goes out is one of the official client', { timeout: 60_000 }, async () => {
  const filters = new Set<string>()
  for (const property of projectProperties) {
    for (const filter of emitted(property, projectProperties)) filters.add(filter)
  }
  expect(filters.size).toBeGreaterThan(200)
  const output = await compile('emitted', [...filters])
  expect(output).toBe('')
})

it('others are not', { timeout: 60_000 }, async () => {
  const wrong = [
    '{"property":"A","number":{"contains":1}}',
    '{"property":"A","checkbox":{"is_empty":true}}',
    '{"property":"A","rollup":{"any":{"title":{"equals":"x"}}}}',
    '{"property":"A","formula":{"boolean":{"equals":true}}}',
    '{"property":"A","select":{"is_empty":false}}',
    '{"and":[{"or":[{"and":[{"property":"A","number":{"equals":1}}]}]}]}',
  ]
  expect(errorsIn(await compile('wrong', wrong))).toHaveLength(wrong.length)
})
