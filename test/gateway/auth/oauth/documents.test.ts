import { describe, expect, it, vi } from 'vitest'
import { platform } from '../../../../src/base/platform.ts'
import { CALLBACK, DOCUMENT_ID, deployOAuth, startAnew, toDocument } from './deployment.ts'
import { agree, ask } from './owner.ts'
import { begin, postToken, toExchange } from './raw.ts'

startAnew()

const REFUSED = [
  'https://127.0.0.1/client.json',
  'https://2130706433/client.json',
  'https://0x7f.1/client.json',
  'https://[::1]/client.json',
  'https://[fd00::1]/client.json',
  'https://169.254.169.254/latest/meta-data',
  'https://localhost/client.json',
  'https://gateway.localhost/client.json',
  'https://router.local/client.json',
  'https://metadata.google.internal/client.json',
  'https://intranet/client.json',
  'https://client.example:8443/client.json',
  'https://user@client.example/client.json',
  'https://client.example/a/../client.json',
  'https://CLIENT.example/client.json',
  'https://client.example/client.json#x',
  'https://client.example/',
  'http://client.example/client.json',
  `https://client.example/${'x'.repeat(400)}`,
]

describe('an id that is a URL', () => {
  it.each(REFUSED)('is never requested when it is %s', async (id) => {
    const { gateway, owner, site, world } = await deployOAuth()
    const { query } = await begin(id)
    expect((await ask(owner, query)).status).toBe(400)
    expect((await postToken(gateway, { grant_type: 'refresh_token', client_id: id, refresh_token: 'x' })).status).toBe(
      400,
    )
    const basic = { Authorization: `Basic ${btoa(`${encodeURIComponent(id)}:x`)}` }
    expect((await postToken(gateway, { grant_type: 'refresh_token', refresh_token: 'x' }, basic)).status).toBe(400)
    expect([site.calls, world.strays]).toEqual([[], []])
  })
})

describe('a document', () => {
  it.each<[string, unknown, RegExp]>([
    ['of another client', toDocument('https://client.example/other.json'), /names another client/],
    ['without a name', toDocument(DOCUMENT_ID, { client_name: ' ' }), /no client metadata document/],
    ['without a redirect URI', toDocument(DOCUMENT_ID, { redirect_uris: [] }), /no client metadata document/],
    ['with a secret', toDocument(DOCUMENT_ID, { client_secret: 'x' }), /no client metadata document/],
    [
      'that wants a secret',
      toDocument(DOCUMENT_ID, { token_endpoint_auth_method: 'client_secret_post' }),
      /method none/,
    ],
    ['that is no JSON', '<html>', /no client metadata document/],
    ['that is a list', [], /no client metadata document/],
    ['that is too long', toDocument(DOCUMENT_ID, { note: 'x'.repeat(5 * 1024) }), /larger than 5 KiB/],
    ['that is not there', undefined, /answered with 404/],
  ])('%s is refused, with the reason', async (_, document, said) => {
    const { owner, documents } = await deployOAuth()
    documents.set('/oauth/metadata.json', document)
    const { status, json } = await ask(owner, (await begin(DOCUMENT_ID)).query)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(json.error).toMatch(said)
  })

  it('is requested without following redirects', async () => {
    const { owner, site, world } = await deployOAuth()
    site.fail({ kind: 'redirect', location: 'http://169.254.169.254/latest/meta-data' })
    const { status, json } = await ask(owner, (await begin(DOCUMENT_ID)).query)
    expect([status, json.error]).toEqual([400, 'client_id: its metadata document was answered with 302'])
    expect(world.strays).toEqual([])
    expect(site.calls).toHaveLength(1)
  })

  it('is requested once, and reveals nothing about the gateway', async () => {
    const { owner, site } = await deployOAuth()
    site.fail({ kind: 'network' })
    expect((await ask(owner, (await begin(DOCUMENT_ID)).query)).status).toBe(502)
    expect(site.calls).toHaveLength(1)
    const names = [...(site.calls[0]?.headers.keys() ?? [])]
    expect(names.filter((name) => !['accept', 'user-agent'].includes(name))).toEqual([])
  })

  it('whose site never responds is given up after ten seconds', async () => {
    const { owner, site, world } = await deployOAuth()
    const waits: number[] = []
    vi.mocked(platform.timer).mockImplementation((ms, callback) => {
      waits.push(ms)
      const handle = setTimeout(callback, 25)
      return () => clearTimeout(handle)
    })
    site.fail({ kind: 'timeout' })
    const { status, json } = await ask(owner, (await begin(DOCUMENT_ID)).query)
    expect([status, json.error]).toEqual([504, 'the client service did not answer in time'])
    expect(Math.max(...waits)).toBe(10_000)
    expect(world.log.at(-1)).toContain('"reason":"timeout"')
  })

  it('that offers keys and none, like that of ChatGPT, is accepted with none', async () => {
    const { gateway, owner, documents } = await deployOAuth()
    const methods = { token_endpoint_auth_method: 'private_key_jwt', token_endpoint_auth_methods_supported: ['none'] }
    documents.set('/oauth/metadata.json', toDocument(DOCUMENT_ID, methods))
    const begun = await begin(DOCUMENT_ID)
    const { json } = await agree(owner, begun.query)
    const code = new URL(json.redirect_to).searchParams.get('code') ?? ''
    expect((await postToken(gateway, toExchange(begun, code))).status).toBe(200)
  })

  it('is cached for an hour, and its redirect URIs must match exactly', async () => {
    const { owner, site } = await deployOAuth()
    for (let at = 0; at < 3; at++) expect((await ask(owner, (await begin(DOCUMENT_ID)).query)).status).toBe(200)
    expect(site.calls).toHaveLength(1)
    const { query } = await begin(DOCUMENT_ID, { redirect_uri: `${CALLBACK}/x` })
    expect((await ask(owner, query)).status).toBe(400)
  })
})
