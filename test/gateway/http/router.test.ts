import { TrieRouter } from 'hono/router/trie-router'
import { describe, expect, it } from 'vitest'
import { createApp } from '../../../src/app.ts'
import { platform } from '../../../src/base/platform.ts'
import { GatewayRouter, routeList } from '../../../src/gateway/http/router.ts'
import { BINDINGS } from '../../support/gateway.ts'

const app = createApp(platform)
await app.allRoutes()
const stock = new TrieRouter<unknown>()
for (const { method, path, handler } of app.routes) stock.add(method, path, handler)

const getHandlers = (match: readonly unknown[]) =>
  JSON.stringify(match, (_, value) => (typeof value === 'function' ? handlerName(value) : value))
const handlerName = (handler: unknown) => app.routes.findIndex((route) => route.handler === handler)

const paths = [...new Set(app.routes.map(({ path }) => path.replaceAll(/:\w+/g, 'some-id')))]

it.each(paths)('%s matches the same route as the stock router, the second time as well', (path) => {
  for (const method of ['GET', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS', 'PROPFIND']) {
    const expected = stock.match(method, path)[0].map(([handler, params]) => [handler, params])
    for (const time of [1, 2]) {
      const actual = app.router.match(method, path)[0].map(([entry, params]) => [handlerIn(entry), params])
      expect([time, getHandlers(actual)]).toEqual([time, getHandlers(expected)])
    }
  }
})

/** Hono stores a handler next to its route. */
function handlerIn(entry: unknown): unknown {
  return Array.isArray(entry) ? entry[0] : entry
}

describe('routes are loaded with the first request to one of their paths', () => {
  const operations = app.routes.filter(({ method }) => method !== 'ALL')

  it.each(operations.map(({ method, path }) => [method, path]))('%s %s', async (method, path) => {
    const loaded = await createApp(platform).loadedRoutes(path)
    expect(loaded.some((route) => route.method === method && route.path === path)).toBe(true)
  })

  it('and no others', async () => {
    const one = createApp(platform)
    const count = one.routes.length
    await one.request('/api/v1/notes/notes', {}, BINDINGS)
    const groups = new Set(one.routes.slice(count).map(({ path }) => path.split('/')[3]))
    expect(groups).toEqual(new Set(['notes']))
  })

  it('are loaded again after a load that failed', async () => {
    let count = 0
    const one = new GatewayRouter().lazyRoute('/', ['late'], async () => {
      count++
      if (count === 1) throw new Error('not now')
      return routeList().get('/late', (c) => c.text('here'))
    })
    await expect(one.request('/late')).rejects.toThrow('not now')
    expect(await (await one.request('/late')).text()).toBe('here')
    expect(await (await one.request('/late')).text()).toBe('here')
    expect(count).toBe(2)
  })

  it('are listed in the same order, whichever is loaded first', async () => {
    const one = createApp(platform)
    await one.loadedRoutes('/api/v1/social/me')
    const names = (routes: readonly { method: string; path: string }[]) =>
      routes.map(({ method, path }) => `${method} ${path}`)
    expect(names(await one.allRoutes())).toEqual(names(await createApp(platform).allRoutes()))
  })
})
