import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { AREAS, type Area } from '../../src/base/groups.ts'
import { isPaged } from '../../src/gateway/operation-type.ts'
import { getOutput } from '../../src/openapi/registered.ts'
import { expectEach } from '../support/expect-each.ts'
import { contracts, otherWays } from './contracts.ts'
import { bareRoutes, everyWay, registered, subjects } from './subjects.ts'

/** Compares the router's own operations with the rows of the suite, so that no list has to be maintained. */

const ids = registered.map(({ operation }) => operation.id)

/** They always take a browser session in headers, because no account has one. */
const BY_SESSION_ALONE = ['workspace_invite_member']

it('replays the 32 operations of the workspace with the header, and all but the session routes by the account', () => {
  const ofWorkspace = ids.filter((id) => id.startsWith('workspace_'))
  expect(ofWorkspace).toHaveLength(32)
  const [account] = otherWays
  const ways = ofWorkspace.map((id) => [id, everyWay.filter((subject) => subject.id === id).length] as const)
  expect(ways.filter(([, count]) => count !== 2)).toEqual(BY_SESSION_ALONE.map((id) => [id, 1]))
  for (const row of Object.values(account?.rows ?? {})) expect(row.headers).toBeUndefined()
})

it('has a row for every registered operation, and no row without one', () => {
  const rows = contracts.flatMap(({ group, rows }) => Object.keys(rows).map((id) => ({ group, id })))
  const lacking = registered.filter(({ operation }) => !rows.some(({ id }) => id === operation.id))
  const surplus = rows.filter(({ id }) => !ids.some((known) => known === id))
  expect([
    ...lacking.map(({ operation: { id, group } }) => `${id} has no row: add one to test/contract/${group}.rows.ts`),
    ...surplus.map(({ id, group }) => `test/contract/${group}.rows.ts has a row for ${id}, which is no operation`),
  ]).toEqual([])
})

it('has nothing under {base_url} that is no operation: other routes are elsewhere', () => {
  expect(bareRoutes.filter((path) => path.startsWith('/api'))).toEqual([])
})

it('gives every operation a unique id', () => {
  expect(new Set(ids).size).toBe(ids.length)
})

/** The path segments of operations outside of the groups. */
const PLACES: Partial<Record<Area, string>> = { gateway: '(doctor|search|accounts)$', admin: '(admin|connect)/' }

it('mounts every operation once, under {base_url} and its group', () => {
  const places = registered.map(({ method, route }) => `${method} ${route}`)
  expect(new Set(places).size).toBe(places.length)
  for (const { route, operation } of registered) {
    const below = PLACES[operation.group] ?? `${operation.group}(/|$)`
    expect(route).toMatch(new RegExp(`^/api/v[12]/${below}`))
  }
})

it('gives each group one contract', () => {
  const groups = contracts.map(({ group }) => group)
  expect(new Set(groups).size).toBe(groups.length)
  expect(AREAS).toEqual(expect.arrayContaining(groups))
})

describe('every operation', () => {
  it('has an id of its group, a summary, and a body unless its success is a 204', () =>
    expectEach(subjects, ({ operation }) => {
      expect(operation.id).toMatch(new RegExp(`^${operation.group}(_[a-z0-9]+)+$`))
      expect(operation.texts.summary).toMatch(/^[A-Z].{5,}[^.]$/)
      expect(operation.status === 204, 'a 204').toBe(getOutput(operation) === undefined)
    }))

  it('only reads when it is a GET, and changes when it is a PATCH or a DELETE', () =>
    expectEach(subjects, ({ operation, method }) => {
      if (method === 'GET') expect(operation.reads, 'reads').toBe(true)
      if (method === 'PATCH' || method === 'DELETE') expect(operation.reads, 'reads').toBe(false)
    }))

  it('declares the parameters of its path, no more and no fewer', () =>
    expectEach(subjects, ({ operation, route }) => {
      const parameters = [...route.matchAll(/:(\w+)/g)].map(([, name]) => name)
      expect(Object.keys(operation.input().param?.shape ?? {})).toEqual(parameters)
    }))

  it('takes a body exactly where its row sends one', () =>
    expectEach(subjects, ({ operation, row }) => {
      expect(operation.input().json !== undefined, 'a body').toBe(row.body !== undefined)
    }))

  it('describes every field that comes in, and every one that goes out', () =>
    expectEach(subjects, ({ operation }) => {
      const output = getOutput(operation)
      const incoming = Object.values(operation.input()).flatMap((schema) => undescribed(schema, 'input'))
      expect([...incoming, ...(output ? undescribed(output, 'output') : [])]).toEqual([])
    }))

  it('names the field that selects the page', () =>
    expectEach(subjects, ({ operation }) => {
      const advice = (field: string) =>
        `returns ${field}, but no input field selects the page: add z.meta({ narrows: 'position' }) to one in src/groups/${operation.group}`
      const missing = isPaged(operation.input()) || !operation.reads ? [] : pointersIn(getOutput(operation)).map(advice)
      expect(missing).toEqual([])
    }))
})

/** The fields of a response, or of an object in it, that point to the next page. */
function pointersIn(output: z.core.$ZodType | undefined): string[] {
  if (!(output instanceof z.ZodObject)) return []
  return Object.entries(output.shape).flatMap(([name, field]) => [
    ...(/^(next|has_?(more|next))/i.test(name) ? [name] : []),
    ...pointersIn(field as z.core.$ZodType),
  ])
}

/** Paths of the fields without a description. */
function undescribed(schema: z.core.$ZodType, io: 'input' | 'output'): string[] {
  const walk = (node: z.core.JSONSchema.BaseSchema, path: string): string[] => [
    ...Object.entries(node.properties ?? {}).flatMap(([name, field]) =>
      typeof field === 'boolean'
        ? []
        : [...(field.description ? [] : [`${path}${name}`]), ...walk(field, `${path}${name}.`)],
    ),
    ...[node.items ?? []]
      .flat()
      .flatMap((item) => (typeof item === 'boolean' ? [] : walk(item as z.core.JSONSchema.BaseSchema, `${path}[].`))),
  ]
  return walk(z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' }), '')
}
