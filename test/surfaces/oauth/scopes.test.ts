import { describe, expect, it } from 'vitest'
import { SCOPES } from '../../../src/gateway/auth/keys/scopes.ts'
import { deployOAuth, ORIGIN, startAnew } from './deployment.ts'
import { agree, ask } from './owner.ts'
import { begin, postToken, readTokens, readTools, register, rpc, toExchange } from './raw.ts'

/** Scopes of access tokens (decisions.md section 13.1). */

startAnew()

describe('a requested scope', () => {
  it.each([
    ['read recorder', { groups: ['recorder'], read_only: true, payments: false }],
    ['read write social workspace', { groups: ['workspace', 'social'], read_only: false, payments: false }],
    ['payments', { groups: null, read_only: false, payments: true }],
    ['unknown offline_access', null],
    ['', null],
    // What a client requests that uses all of the metadata.
    [SCOPES.join(' '), null],
  ])('%s is shown on the consent page', async (scope, requested) => {
    const { gateway, owner } = await deployOAuth()
    const { query } = await begin((await register(gateway)).json.client_id, { scope })
    expect((await ask(owner, query)).json.client.requested).toEqual(requested)
  })

  it('never extends what the owner chose', async () => {
    const { gateway, owner } = await deployOAuth()
    const begun = await begin((await register(gateway)).json.client_id, { scope: SCOPES.join(' ') })
    const { json } = await agree(owner, begun.query, { groups: ['video'] })
    const code = new URL(json.redirect_to).searchParams.get('code') ?? ''
    const { json: tokens } = await postToken(gateway, toExchange(begun, code))
    expect(tokens.scope).toBe('read video')
  })
})

describe('a token of fewer scopes than its grant', () => {
  it('opens no more than its scopes', async () => {
    const { gateway, owner } = await deployOAuth()
    const { clientId: client_id, refresh } = await readTokens(gateway, owner, { read_only: false, payments: true })
    const fields = { grant_type: 'refresh_token', client_id, refresh_token: refresh, scope: 'read social' }
    const { json } = await postToken(gateway, fields)
    expect(json.scope).toBe('read social')
    const tools = await readTools(gateway, json.access_token)
    expect(tools).toContain('social_list_posts')
    expect(tools).not.toContain('social_create_post')
    expect(tools).not.toContain('recorder_list_files')
  })
})

describe('a call that needs more', () => {
  it('is also the reading of a resource', async () => {
    const { gateway, owner } = await deployOAuth()
    const { access } = await readTokens(gateway, owner, { groups: ['video'] })
    const { status, headers } = await rpc(gateway, access, 'resources/read', {
      uri: 'latchkey://recorder/1/transcript',
    })
    expect(status).toBe(403)
    expect(headers.get('WWW-Authenticate')).toContain('scope="read recorder video"')
  })

  it.each([
    ['another group', { groups: ['video'] }, 'recorder_list_files', 'read recorder video'],
    ['a change', { groups: ['social'] }, 'social_create_post', 'read write social'],
    ['a payment', { read_only: false, groups: ['payment'] }, 'payment_request_bill', 'read write payments payment'],
  ])('as %s is 403 with the scopes that would do', async (_, choice, name, scope) => {
    const { gateway, owner } = await deployOAuth()
    const { access } = await readTokens(gateway, owner, choice)
    const { status, headers, json } = await rpc(gateway, access, 'tools/call', { name, arguments: {} })
    expect([status, json.error]).toEqual([403, expect.stringMatching(/^insufficient_scope/)])
    const challenge = headers.get('WWW-Authenticate') ?? ''
    expect(challenge).toMatch(/^Bearer /)
    expect(challenge).toContain('error="insufficient_scope"')
    expect(challenge).toContain(`scope="${scope}"`)
    expect(challenge).toContain(`resource_metadata="${ORIGIN}/.well-known/oauth-protected-resource/mcp"`)
  })
})
