import { expect, it } from 'vitest'
import packageJson from '../package.json'
import readme from '../README.md?raw'
import { createApp } from '../src/app.ts'
import { platform } from '../src/base/platform.ts'
import { VERSION } from '../src/base/version.ts'
import { operationOf } from '../src/gateway/operation.ts'

const rows = createApp(platform).routes.flatMap(({ method, path, handler }) => {
  const operation = operationOf(handler)
  if (!operation) return []
  const version = path.startsWith('/api/v2') ? ' (v2)' : ''
  const written = path.replace(/^\/api\/v\d/, '').replace(/:(\w+)/g, '{$1}')
  return [{ id: operation.id, row: `| ${method} | \`${written}\`${version} | `, summary: operation.summary }]
})

it.each(rows)('README: the route tables have $id', ({ row, summary }) => {
  const line = readme.split('\n').find((candidate) => candidate.startsWith(row))
  expect(line).toContain(summary)
})

it('README: the route tables have nothing else', () => {
  const written = readme.split('\n').filter((line) => /^\| (GET|POST|PATCH|DELETE) \| `/.test(line))
  expect(written).toHaveLength(rows.length)
})

it('package.json and the API descriptions tell the same version', () => {
  expect(packageJson.version).toBe(VERSION)
})
