import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { ROOT } from '../../scripts/support/build.ts'
import { createApp } from '../../src/app.ts'
import { platform } from '../../src/base/platform.ts'
import { registered } from '../../src/openapi/registered.ts'

/** docs/spec compared with the declarations. */
const operations = registered(await createApp(platform).allRoutes())
/** `GET /events?after=now`, `POST /api/v2/workspace/search`, | POST | v2 /shop/orders | */
const ROUTE = /\b(GET|POST|PUT|PATCH|DELETE)(?: \||) (?:v2 )?(?:\/api\/v\d)?(\/[\w{}/.-]*)/g
/** What the gateway answers outside of /api. */
const SURFACES = /^\/(?:version|health|openapi\.json|docs|llms\.txt|mcp|hooks\/.*|connect\/social\/start)?$/

it('every route that it names exists', async () => {
  const routes = operations.map(
    ({ method, path }) => `${method} ${path.replace(/^\/api\/v\d/, '').replaceAll(/:\w+/g, '{}')}`,
  )
  const named: { page: string; route: string }[] = []
  for await (const page of glob('docs/spec/*.md', { cwd: ROOT })) {
    const text = readFileSync(`${ROOT}${page}`, 'utf8').replaceAll(/\s+/g, ' ')
    for (const [, method, path = ''] of text.matchAll(ROUTE)) {
      if (!SURFACES.test(path)) named.push({ page, route: `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}` })
    }
  }
  expect(named.length).toBeGreaterThan(50)
  expect(named.filter(({ route }) => !routes.includes(route))).toEqual([])
})
