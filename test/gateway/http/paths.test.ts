import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { GROUPS } from '../../../src/base/groups.ts'
import { failureBody } from '../../../src/gateway/http/envelope.ts'
import { areaOfPath, routeMap } from '../../../src/gateway/http/router.ts'
import { createGateway } from '../../support/gateway.ts'
import { createWorld } from '../../support/world.ts'

beforeEach(() => void createWorld())
afterEach(() => vi.restoreAllMocks())

describe('the failure envelope of each group', () => {
  const envelopes = {
    recorder: { error: 'why' },
    notes: { success: false, error: 'why' },
    workspace: { success: false, error: 'why' },
    shop: { status: 'error', error: 'why', result: null },
    payment: { success: false, error: 'why' },
    video: { success: false, error: 'why' },
    social: { success: false, error: 'why' },
    events: { error: 'why', code: 'not_found' },
  }

  it.each(GROUPS)('%s: exactly these fields', (group) => {
    expect(failureBody(group, 'why', 'not_found')).toStrictEqual(envelopes[group])
  })

  it('outside a group: the error and its code', () => {
    expect(failureBody(undefined, 'why', 'not_found')).toStrictEqual({ error: 'why', code: 'not_found' })
  })

  it.each(GROUPS)('%s: an unknown path under v1 and v2', async (group) => {
    for (const version of ['v1', 'v2']) {
      const { status, json } = await createGateway().call(`/api/${version}/${group}/no-such-place`, { key: null })
      const error = expect.stringMatching(`^there is no /api/${version}/${group}/no-such-place here: .*/docs lists`)
      expect({ status, json }).toEqual({ status: 404, json: failureBody(group, error, 'unknown_path') })
    }
  })

  it.each(['/api/v1', '/api/v3/shop/x', '/recorder/files', '/api/v1/shopping', '/favicon.ico'])(
    'outside the groups, %s: 404 with the error and its code',
    async (path) => {
      const { status, json } = await createGateway().call(path, { key: null })
      expect({ status, json }).toEqual({
        status: 404,
        json: { error: expect.stringMatching(`^there is no ${path} here: .*/docs lists`), code: 'unknown_path' },
      })
    },
  )

  it('is of the group that the path names, whatever its case or prefix', () => {
    expect(areaOfPath('/api/v2/workspace/data-source/x/query')).toBe('workspace')
    expect(areaOfPath('/api/v1/admin/accounts/x')).toBe('admin')
    expect(areaOfPath('/api/v1/Recorder/files')).toBeUndefined()
    expect(areaOfPath('/x/api/v1/recorder/files')).toBeUndefined()
  })
})

describe('a path that does not exist', () => {
  it('names the nearest path', async () => {
    for (const [path, nearest] of [
      ['/recorder/files', '/api/v1/recorder/files'],
      ['/api/recorder/files', '/api/v1/recorder/files'],
      ['/api/v1/recorder/files/', '/api/v1/recorder/files'],
      ['/api/v1/Recorder/Files', '/api/v1/recorder/files'],
      ['/api/v1/recorder/file', '/api/v1/recorder/files'],
      ['/api/v1/plaud/files', '/api/v1/recorder/files'],
      ['/api/v1/recorder/files/abc/transcripts', '/api/v1/recorder/files/{id}/transcript'],
      ['/api/v1/workspace/data-source/abc/query', '/api/v2/workspace/data-source/{data_source_id}/query'],
      ['/api/v2/video/transcript/v2', '/api/v1/video/transcript/v2'],
      ['/openapi', '/openapi.json'],
    ] as const) {
      const { json } = await createGateway().call(path, { key: null })
      expect
        .soft(json.error, String(path))
        .toBe(`there is no ${path} here: the nearest is ${nearest}, and /docs lists all`)
    }
  })

  it.each(['/nope', '/api/v1/nothing', '/connect/recorders', '/api/v1/connect'])(
    '%s: no page for invited customers is named',
    async (path) => {
      const { json } = await createGateway().call(path, { key: null })
      expect(json.error).toMatch(/\/docs lists/)
      expect(json.error.replace(`there is no ${path} here`, '')).not.toContain('/connect/')
    },
  )

  it.each(['/favicon.ico', '/wp-login.php', '/a/b/c/d/e/f/g/h/i/j/k', `/${'x'.repeat(3000)}`])(
    '%s is similar to nothing, and is repeated only in part',
    async (path) => {
      const { json } = await createGateway().call(path, { key: null })
      expect(json.error).toBe(`there is no ${path.slice(0, 200)} here: /docs lists what there is`)
    },
  )
})

describe('an unknown path in a browser', () => {
  const ACCEPT = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
  const open = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    createGateway().call(path, { method, headers: { Accept: ACCEPT, ...headers }, key: null })

  it.each([
    ['ko-KR,ko;q=0.9,en-US;q=0.8', 'ko', '이 주소에는 페이지가 없습니다'],
    ['en-US,en;q=0.9,ko;q=0.8', 'en', 'There is no page at this address'],
    ['', 'en', 'There is no page at this address'],
  ])('is a page, for %o in %s', async (languages, language, title) => {
    for (const path of ['/nope', '/docs/nope']) {
      const { status, headers, text } = await open(path, { 'Accept-Language': languages })
      expect(status).toBe(404)
      expect(headers.get('Content-Type')).toBe('text/html; charset=UTF-8')
      expect(headers.get('X-Error-Code')).toBe('unknown_path')
      expect(headers.get('Link')).toBe('</docs/guide/errors#unknown_path>; rel="help"')
      expect(headers.get('X-Request-Id')).toBeTruthy()
      expect(text).toContain(`<html lang="${language}">`)
      expect(text).toContain(`<h1>${title}</h1>`)
    }
  })

  it('has a policy without exceptions, and repeats nothing of the address', async () => {
    const { headers, text } = await open('/<script>alert(1)</script>?x=%3Cimg%3E')
    expect(headers.get('Content-Security-Policy')).toMatch(
      /^default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'/,
    )
    expect(headers.get('Content-Security-Policy')).not.toMatch(/unsafe|https?:|script-src/)
    expect(headers.get('X-Frame-Options')).toBe('DENY')
    expect(text).not.toMatch(/<script|<img|style=|<style/)
  })

  it.each([
    ['GET', '/nope', 'application/json'],
    ['GET', '/nope', '*/*'],
    ['GET', '/nope', ''],
    ['POST', '/nope', ACCEPT],
    ['GET', '/api/v1/nope', ACCEPT],
  ])('stays JSON for a program, and in the API: %s %s with Accept %o', async (method, path, Accept) => {
    const { status, json } = await open(path, { Accept }, method)
    expect([status, json.code]).toEqual([404, 'unknown_path'])
  })

  it('is not a page where the path exists: another method, a missing key', async () => {
    expect((await open('/api/v1/recorder/files/trash')).json.error).toBe('GET is not allowed here: use POST')
    expect((await open('/api/v1/recorder/files')).json.error).toMatch(/^X-API-KEY/)
  })
})

describe('405', () => {
  const readAllow = async (method: string, path: string) => {
    const { status, headers } = await createGateway().call(path, { method, key: null })
    return `${status} ${headers.get('Allow')}`
  }

  it('allows the methods of the path', async () => {
    for (const [method, path, allow] of [
      ['DELETE', '/api/v1/recorder/files', 'GET, HEAD'],
      ['POST', '/api/v1/recorder/files/abc', 'GET, PATCH, HEAD'],
      ['GET', '/api/v1/recorder/files/trash', 'POST'],
      ['HEAD', '/api/v1/recorder/files/trash', 'POST'],
      ['OPTIONS', '/api/v1/recorder/tags', 'GET, POST, HEAD'],
      ['PUT', '/api/v1/recorder/tags/abc', 'PATCH, DELETE'],
      ['POST', '/version', 'GET, HEAD'],
      ['DELETE', '/health', 'GET, HEAD'],
    ] as const)
      expect.soft(await readAllow(method, path), String(method)).toBe(`405 ${allow}`)
  })

  it('is in the envelope of the group', async () => {
    const { json } = await createGateway().call('/api/v1/recorder/files', { method: 'PUT', key: null })
    expect(json).toStrictEqual({ error: 'PUT is not allowed here: use GET' })
  })
})

describe('a fixed segment is never a parameter', () => {
  it.each([
    ['PATCH', '/api/v1/recorder/files/trash', 405],
    ['PATCH', '/api/v1/recorder/files/webhook-candidates', 405],
    ['GET', '/api/v1/recorder/files/organize', 405],
    ['GET', '/api/v1/recorder/files/tags/transcript', 404],
    ['PATCH', '/api/v1/recorder/files/tra%73h', 405],
  ])('%s %s: %i', async (method, path, status) => {
    expect((await createGateway().call(path, { method, key: null })).status).toBe(status)
  })
})

describe('a path similar to one of ours is 404, not 405', () => {
  it('whatever differs', async () => {
    for (const path of [
      '/api/v1/recorder/files/',
      '/api/v1/recorder/tags/',
      '/api/v1/recorder/files//transcript',
      '/api/v1//recorder/files',
      '/api/v1/recorder/files/a/b',
      '/api/v1/recorder/files/a/transcript/',
      '/version/',
    ])
      expect.soft((await createGateway().call(path, { key: null })).status, String(path)).toBe(404)
  })
})

describe('methodsAt', () => {
  const routes = ['ALL /*', 'GET /things', 'GET /things/:id', 'DELETE /things/:id', 'POST /things/merge'].map(toRoute)
  const { methodsAt: at } = routeMap({ routes, allRoutes: async () => routes })
  // Routes are added to the list while they are loaded.
  at('/things')
  routes.push(toRoute('GET /things/:id/parts'))

  it('knows fixed paths and paths with a parameter', () => {
    expect(at('/things')).toEqual(['GET'])
    expect(at('/things/7')).toEqual(['GET', 'DELETE'])
    expect(at('/things/merge')).toEqual(['POST'])
    expect(at('/things/7/parts')).toEqual(['GET'])
  })

  it('knows no other paths, whatever their words', () => {
    const word = fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', 'toString', 'parts', 'merge', ''))
    fc.assert(
      fc.property(
        fc.array(
          word.filter((text) => !text.includes('/')),
          { minLength: 1 },
        ),
        (words) => {
          const path = `/${words.join('/')}`
          fc.pre(!/^\/things(\/[^/]+(\/parts)?)?$/.test(path))
          expect(at(path)).toEqual([])
        },
      ),
      { examples: [[['things', '']], [['things', '', 'parts']], [['__proto__']], [['']]] },
    )
  })
})

function toRoute(text: string) {
  const [method = '', path = ''] = text.split(' ')
  return { method, path, handler: toRoute }
}
