import { TrieRouter } from 'hono/router/trie-router'
import { expect, it } from 'vitest'
import { createApp } from '../../../src/app.ts'
import { platform } from '../../../src/base/platform.ts'

const app = createApp(platform)
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
