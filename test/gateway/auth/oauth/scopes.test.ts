import { describe, expect, it } from 'vitest'
import { SCOPES } from '../../../../src/gateway/auth/scopes.ts'
import { deployOAuth, ORIGIN, startAnew } from './deployment.ts'
import { agree, ask } from './owner.ts'
import { begin, postToken, readTokens, register, rpc, toExchange, useTool } from './raw.ts'

/** Scopes of access tokens (docs/spec/mcp.md, "Scopes"). */

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
    expect(await useTool(gateway, json.access_token, 'social_list_posts')).toMatchObject({ isError: false })
    expect(await useTool(gateway, json.access_token, 'social_create_post', { text: 'a' })).toBe(403)
    expect(await useTool(gateway, json.access_token, 'recorder_list_files')).toBe(403)
  })
})

describe('a call that needs more', () => {
  it.each([
    ['another group', { groups: ['video'] }, 'recorder_list_files', 'read recorder video'],
    ['a change', { groups: ['social'] }, 'social_create_post', 'read write social'],
    ['a payment', { read_only: false, groups: ['payment'] }, 'payment_request_bill', 'read write payments payment'],
    ['a read', { groups: ['video'] }, 'gateway_read recorder_list_files', 'read recorder video'],
    ['a change', { groups: ['social'] }, 'gateway_send social_delete_post', 'read write social'],
  ])('as %s is 403 with the scopes that would do: %j, %s', async (_, choice, called, scope) => {
    const [name = '', tool] = called.split(' ')
    const { gateway, owner } = await deployOAuth()
    const { access } = await readTokens(gateway, owner, choice)
    const { status, headers, json } = await rpc(gateway, access, 'tools/call', { name, arguments: { tool } })
    expect([status, json.error]).toEqual([403, expect.stringMatching(/^insufficient_scope/)])
    const challenge = headers.get('WWW-Authenticate') ?? ''
    expect(challenge).toMatch(/^Bearer /)
    expect(challenge).toContain('error="insufficient_scope"')
    expect(challenge).toContain(`scope="${scope}"`)
    expect(challenge).toContain(`resource_metadata="${ORIGIN}/.well-known/oauth-protected-resource/mcp"`)
  })
})
