import { expect, it } from 'vitest'
import { createApp } from '../../../src/app.ts'
import { platform } from '../../../src/base/platform.ts'
import { toId } from '../../../src/surfaces/connectors/make/modules.ts'
import { makeFiles } from '../../../src/surfaces/connectors/make/package.ts'
import { describeTasks } from '../../../src/surfaces/connectors/tasks.ts'
import { getExample } from '../../../src/surfaces/openapi/examples.ts'
import { registered } from '../../../src/surfaces/registered.ts'
import { type Base, type Communication, toRequest } from './iml.ts'

/** The form of the printed Make app, and the request of every module. */

interface Component {
  label: string
  connection?: string
  webhook?: string
  moduleType?: string
  actionCrud?: string
  codeFiles: Record<string, string>
}
interface Manifest {
  generalCodeFiles: { base: string; readme: string; groups: string }
  components: Record<'connection' | 'webhook' | 'module' | 'rpc', Record<string, Component>>
}
interface Parameter {
  name: string
  options?: unknown
}

const operations = registered(await createApp(platform).allRoutes())
const tasks = describeTasks(operations)
const files = makeFiles(tasks)
const parse = (path: string | undefined) => JSON.parse(files.get(path ?? '') ?? 'null')
const manifest: Manifest = parse('makecomapp.json')
const base: Base = parse(manifest.generalCodeFiles.base)

const moduleOf = (id: string): Component => {
  const found = manifest.components.module[toId(id)]
  if (!found) throw new Error(`the app has no module for ${id}`)
  return found
}

it('is a local project of Make whose parts fit together', () => {
  const { generalCodeFiles, components } = manifest
  const all = Object.entries(components).flatMap(([kind, ones]) =>
    Object.entries(ones).map(([id, one]) => ({ kind, id, ...one })),
  )
  const named = [...Object.values(generalCodeFiles), ...all.flatMap(({ codeFiles }) => Object.values(codeFiles))]
  // The README is not printed.
  expect(named.filter((file) => file !== null && !files.has(file))).toEqual(['README.md'])
  const mentioned = [...files.values()].join().matchAll(/rpc:\/\/(\w+)/g)
  const procedures = new Set([...mentioned].map(([, id = '']) => id))
  expect([...procedures].sort()).toEqual(Object.keys(components.rpc).sort())
  for (const { kind, id, connection, webhook, moduleType, actionCrud } of all) {
    expect(id).toMatch(/^[a-zA-Z][0-9a-zA-Z]{2,47}$/)
    if (kind !== 'connection') expect(components.connection[connection ?? ''] ?? webhook, id).toBeDefined()
    if (moduleType === 'action') expect(['create', 'read', 'update', 'delete']).toContain(actionCrud)
    if (moduleType === 'instant_trigger') expect(components.webhook).toHaveProperty(webhook ?? '')
  }
  const groups = parse(generalCodeFiles.groups) as { modules: string[] }[]
  expect(groups.flatMap(({ modules }) => modules).sort()).toEqual(Object.keys(components.module).sort())
})

/** The names of parameters, with those that a choice brings. */
const namesOf = (parameters: readonly Parameter[]): string[] =>
  parameters.flatMap(({ name, options }) => [
    name,
    ...namesOf(((options as { nested?: Parameter[] } | undefined)?.nested ?? []) as Parameter[]),
  ])

it('has a module for each operation, whose parameters make its request', () => {
  expect(tasks.length).toBeGreaterThan(100)
  for (const { id, member, inputs, sending } of tasks) {
    const { path, operation } = member
    const { param, query, json } = operation.input()
    const example = (fields: Parameters<typeof getExample>[0] | undefined) => (fields ? getExample(fields) : {})
    const expected = { param: example(param), query: example(query), body: example(json) }
    const isSearch = moduleOf(id).moduleType === 'search'
    const given = new Map<string, unknown>()
    for (const { name, row, isCommaList, isUnsent } of inputs) {
      const value = { ...expected.param, ...expected.query, ...expected.body }[name]
      if (value === undefined || isUnsent) continue
      given.set(name, row === 'row' ? (value as unknown[])[0] : isCommaList ? String(value).split(',') : value)
    }
    const scope = {
      parameters: { ...Object.fromEntries(given), idempotency_key: 'item-1', maximum: 10 },
      connection: { origin: 'https://latchkey.example', api_key: 'key' },
    }
    const communication = parse(moduleOf(id).codeFiles.communication) as Communication
    const names = namesOf(parse(moduleOf(id).codeFiles.mappableParams) as Parameter[])
    for (const [, name = ''] of JSON.stringify(communication).matchAll(/parameters\.(\w+)/g))
      expect(names, id).toContain(name)
    const sent = toRequest(communication, scope, base)
    const inPath = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(expected.param[name])))
    expect([id, sent.method, sent.url.pathname]).toEqual([id, member.method, inPath])
    // Make asks for pages by itself, and a person says how many results they want.
    const isMoved = (name: string) => isSearch && sending.isPaged && sending.hidden.has(name)
    expect(
      inputs
        .filter(({ name, isUnsent }) => !isUnsent && !isMoved(name) && !names.includes(name))
        .map(({ name }) => name),
      id,
    ).toEqual([])
    for (const { name, isRequired } of inputs)
      if (isRequired && isMoved(name))
        expect({ ...communication.qs, ...(communication.body as object) }).toHaveProperty(name)
    const isSent = ([name]: [string, unknown]) => given.has(name) && !isMoved(name)
    const query_ = Object.entries(expected.query).filter(isSent)
    for (const [name, value] of query_) {
      const text = sent.url.searchParams.get(name) ?? ''
      const [asDate, other_] = [new Date(text), new Date(String(value))]
      const isSame = text === String(value) || (asDate.getTime() > 1e11 && asDate.getTime() === other_.getTime())
      expect(isSame, `${id}: ${name} is ${text}`).toBe(true)
    }
    if (member.method === 'GET') continue
    const body = Object.fromEntries(Object.entries(expected.body).filter(isSent))
    expect(comparable(sent.body), id).toMatchObject(comparable(body))
    if (operation.input().header?.shape['Idempotency-Key']) expect(sent.headers['Idempotency-Key']).toBe('item-1')
  }
})

/** The same times written differently are equal, and Make leaves out what is empty. */
const comparable = (value: unknown) => {
  const text = JSON.stringify(value ?? {})
  return JSON.parse(text, (_, one: unknown) => {
    if (one === null || one === '') return undefined
    return typeof one === 'string' && /^\d{4}-\d\d-\d\dT/.test(one) ? new Date(one).toISOString() : one
  }) as object
}
