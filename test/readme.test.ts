import { expect, it } from 'vitest'
import page from '../docs/routes.md?raw'
import readme from '../README.md?raw'
import { createApp } from '../src/app.ts'
import { platform } from '../src/base/platform.ts'
import { registered } from '../src/openapi/registered.ts'
import { routeTables, withTables } from './support/route-tables.ts'

it('docs/routes.md has every route, and what it needs: `--update` writes it', async () => {
  const operations = registered(await createApp(platform).allRoutes())
  await expect(withTables(page, routeTables(operations))).toMatchFileSnapshot('../docs/routes.md')
})

it('README leads to the routes', () => {
  expect(readme).toContain('](docs/routes.md)')
})
