import { expect, it } from 'vitest'
import page from '../docs/routes.md?raw'
import packageJson from '../package.json'
import readme from '../README.md?raw'
import { routeTables, toRow, withTables } from '../scripts/support/route-tables.ts'
import { createApp } from '../src/app.ts'
import { platform } from '../src/base/platform.ts'
import { VERSION } from '../src/base/version.ts'
import { registered } from '../src/surfaces/registered.ts'

const operations = registered(await createApp(platform).allRoutes())

it('docs/routes.md has every route of the code and no other', () => {
  const written = page.split('\n').filter((line) => /^\| (GET|POST|PUT|PATCH|DELETE) \| `/.test(line))
  const declared = operations.map((operation) => ({ row: toRow(operation), group: operation.operation.group }))
  const lacking = declared.filter(({ row }) => !written.includes(row))
  const surplus = written.filter((row) => !declared.some((one) => one.row === row))
  expect([
    ...lacking.map(({ row, group }) => `the table of ${group} in docs/routes.md lacks ${row}: run npm run routes`),
    ...surplus.map((row) => `docs/routes.md has ${row}, which the code does not have: run npm run routes`),
  ]).toEqual([])
})

it('docs/routes.md is as npm run routes generates it', () => {
  const printed = withTables(page, routeTables(operations))
  expect(page === printed, 'docs/routes.md differs from the code: run npm run routes').toBe(true)
})

it('README leads to the routes', () => {
  expect(readme).toContain('](docs/routes.md)')
})

it('package.json and the API descriptions have the same version', () => {
  expect(packageJson.version).toBe(VERSION)
})
