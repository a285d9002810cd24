import { afterAll, beforeAll, expect, it } from 'vitest'
import { startGateway } from './started-gateway.ts'

/** Connecting the social account with OAuth on `npm start`: every URL is on this machine. */

const ADMIN_KEY = 'test-admin-key-of-20-characters-or-more'

let gateway: Awaited<ReturnType<typeof startGateway>>
beforeAll(async () => {
  gateway = await startGateway({ ADMIN_KEY, SOCIAL_TOKEN: '', CREDENTIALS_KEY: Buffer.alloc(32).toString('base64') })
}, 60_000)
afterAll(() => gateway.stop())

it('leads through the page of the simulated product and back', { timeout: 30_000 }, async () => {
  const cookies: string[] = []
  const visit = async (url: URL, init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    headers.set('Cookie', cookies.join('; '))
    const answer = await fetch(url, { redirect: 'manual', ...init, headers })
    for (const line of answer.headers.getSetCookie()) cookies.push(line.split(';')[0] ?? '')
    return { answer, to: new URL(answer.headers.get('Location') ?? '/', url) }
  }
  const own = (path: string) => new URL(path, gateway.origin)
  const post = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: new URL(gateway.origin).origin },
  }
  await visit(own('/api/v1/admin/session'), { ...post, body: JSON.stringify({ admin_key: ADMIN_KEY }) })

  const { to: page } = await visit(own('/connect/social/start'))
  expect([page.protocol, page.hostname]).toEqual(['http:', '127.0.0.1'])
  const shown = await fetch(page)
  expect(await shown.text()).toContain('<button name="answer" value="allow">')
  const body = new URLSearchParams([...page.searchParams, ['answer', 'allow']])
  const consent = await fetch(new URL(page.pathname, page), { method: 'POST', body, redirect: 'manual' })
  const { to: end } = await visit(new URL(consent.headers.get('Location') ?? ''))
  expect(`${end.pathname}${end.search}`).toBe('/?connected=social')

  const tested = await visit(own('/api/v1/admin/accounts/social/test'), post)
  expect(await tested.answer.json()).toMatchObject({ account: { state: 'ok', source: 'kept' } })
})
