import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { createApp } from '../../../src/app.ts'
import { platform } from '../../../src/base/platform.ts'
import { lazyRouter } from '../../../src/gateway/http/router.ts'
import type { AppEnv } from '../../../src/gateway/state.ts'
import { expectEach } from '../../support/expect-each.ts'
import { BINDINGS } from '../../support/gateway.ts'

const app = createApp(platform)
await app.allRoutes()
const request = (path: string) => new Request(`https://latchkey.test${path}`)

describe('routes are loaded with the first request to one of their paths', () => {
  const names = (routes: readonly { method: string; path: string }[]) =>
    routes.map(({ method, path }) => `${method} ${path}`)

  it('each of them', () =>
    expectEach(
      app.routes.filter(({ method }) => method !== 'ALL').map((route) => ({ id: names([route]).join(), ...route })),
      async ({ id, path }) => expect(names(await createApp(platform).loadedRoutes(path))).toContain(id),
    ))

  it('and no others', async () => {
    const one = createApp(platform)
    const count = one.routes.length
    await one.fetch(request('/api/v1/notes/notes'), BINDINGS)
    const groups = new Set(one.routes.slice(count).map(({ path }) => path.split('/')[3]))
    expect(groups).toEqual(new Set(['notes']))
  })

  it('are loaded again after a load that failed', async () => {
    let count = 0
    const load = async () => {
      count++
      if (count === 1) throw new Error('not now')
      return new Hono<AppEnv>().get('/late', (c) => c.text('here'))
    }
    const one = lazyRouter({ '/late': ['/', load] })
    await expect(one.fetch(request('/late'))).rejects.toThrow('not now')
    expect(await (await one.fetch(request('/late'))).text()).toBe('here')
    expect(await (await one.fetch(request('/late'))).text()).toBe('here')
    expect(count).toBe(2)
  })

  it('are listed in the same order, whichever is loaded first', async () => {
    const one = createApp(platform)
    await one.loadedRoutes('/api/v1/social/me')
    expect(names(await one.allRoutes())).toEqual(names(await createApp(platform).allRoutes()))
  })
})
