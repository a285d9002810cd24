import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { connected, leaveNothingBehind } from '../../../../groups/recorder/connected.ts'
import { anyText } from '../../../../support/any-text.ts'

leaveNothingBehind()

const ID = '[A-Za-z0-9_-]{1,128}'

/** Every path that the product has for us. */
const PATHS = [
  '/team-app/workspaces/list',
  `/user-app/auth/workspace/token/${ID}`,
  '/user/me',
  '/user/feature-access',
  '/device/list',
  '/membership/free-trial/status',
  '/config/init',
  '/file/simple/web',
  `/file/detail/${ID}`,
  `/file/temp-url/${ID}`,
  `/file/${ID}`,
  '/file/trash/',
  '/file/untrash/',
  '/file/update-tags',
  '/file/combine-tasks/running',
  '/filetag/',
  `/filetag/${ID}`,
  '/share/(private|public)/get',
  '/gsearch/v1/search',
  '/summary/models',
  `/ai/transsumm/${ID}`,
  '/ai/file-task-status',
  '/ai/trans-status',
]
const KNOWN = new RegExp(`^(${PATHS.join('|')})$`)

const QUERY: Record<string, RegExp> = {
  '/file/simple/web':
    /^\?skip=\d+&limit=\d+&is_trash=[012]&sort_by=(edit|start)_time&is_desc=(true|false)(&filetag_id=[A-Za-z0-9_-]{1,128})?$/,
  '/config/init': /^\?platform=web&version=1\.1\.1$/,
  '/team-app/workspaces/list': /^\?need_personal_workspace=true$/,
}

/** Text that tries to leave its segment of a URL, and any other. */
const hostile = fc.oneof(
  anyText(),
  fc.constantFrom(
    '..',
    '../..',
    '.',
    '%2e%2e',
    '..%2f..',
    '/',
    '//evil.example.test',
    '\\',
    '?a=b',
    '#x',
    '@',
    ':',
    'a b',
  ),
  fc.constantFrom(
    'trash',
    'tags',
    'a/../../user/me',
    'https://evil.example.test',
    '%00',
    '\r\nHost: x',
    '한글',
    'a%2Fb',
  ),
  fc.stringMatching(/^[A-Za-z0-9_./%?#-]{1,12}$/),
)

/** A path segment, encoded as a client should or raw as a hostile one would send it. */
const segment = fc.oneof(
  hostile.map((text) => encodeURIComponent(text.toWellFormed())),
  hostile.map((text) => text.toWellFormed()),
)

const reads = [
  '',
  '/fetch?include=transcript,summary,share,audio_url',
  '/transcript',
  '/summary',
  '/tabs',
  '/audio-url',
  '/share',
]

const requests = fc.oneof(
  fc.tuple(segment, fc.constantFrom(...reads)).map(([id, rest]) => ({ method: 'GET', path: `/files/${id}${rest}` })),
  fc.record({
    method: fc.constantFrom('PATCH', 'POST', 'DELETE'),
    path: fc
      .tuple(fc.constantFrom('/files/', '/tags/'), segment, fc.constantFrom('', '/transsumm'))
      .map((parts) => parts.join('')),
    body: fc.record({ filename: hostile, name: hostile }, { requiredKeys: [] }),
  }),
  fc.record({
    method: fc.constant('POST'),
    path: fc.constantFrom('/files/trash', '/files/restore', '/files/tags', '/files/organize', '/tags'),
    body: fc.record({ file_ids: fc.array(hostile), tag_id: hostile, tag_name: hostile, name: hostile }),
  }),
  fc
    .tuple(
      fc.constantFrom(
        '/files',
        '/search',
        '/sync',
        '/ai/status',
        '/files/abc/tabs/content',
        '/files/webhook-candidates',
      ),
      fc.constantFrom(
        'query',
        'from',
        'limit',
        'skip',
        'sort_by',
        'is_trash',
        'file_ids',
        'tab_id',
        'template',
        'since',
        'tag_id',
      ),
      hostile,
    )
    .map(([path, name, value]) => ({
      method: 'GET',
      path: `${path}?query=a&${name}=${encodeURIComponent(value.toWellFormed())}`,
    })),
)

it('nothing that a caller sends changes the host or the path upstream', async () => {
  const { get, send, plaud, world } = connected()
  const property = fc.asyncProperty(requests, async (request) => {
    plaud.calls.length = 0
    const { method, path } = request
    if (method === 'GET') await get(path)
    else await send(method as 'POST', path, 'body' in request ? request.body : {})
    for (const { url } of plaud.calls) {
      if (url.hostname.endsWith('.amazonaws.com')) continue
      expect(url.origin).toBe('https://api.plaud.ai')
      expect(url.pathname).toMatch(KNOWN)
      expect(url.search).toMatch(QUERY[url.pathname] ?? /^$/)
      expect(url.hash).toBe('')
    }
    expect(world.strays).toEqual([])
  })
  await fc.assert(property, { numRuns: 400 })
})

it('a well-formed id is in the path unchanged', async () => {
  const { get, plaud } = connected()
  const id = fc
    .stringMatching(new RegExp(`^${ID}$`))
    .filter((text) => !['trash', 'tags', 'restore', 'organize'].includes(text))
  const property = fc.asyncProperty(id, async (text) => {
    plaud.calls.length = 0
    await get(`/files/${text}`)
    expect(plaud.calls.at(-1)?.url.href).toBe(`https://api.plaud.ai/file/detail/${text}`)
  })
  await fc.assert(property)
})
