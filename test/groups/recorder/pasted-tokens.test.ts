import { expect, it } from 'vitest'
import { getKinds, readTokens } from '../../../src/groups/recorder/pasted-tokens.ts'
import {
  EU_ACCOUNT,
  EU_BROWSER_SESSION,
  EU_REFRESH_TOKEN,
  EU_USER_TOKEN,
  EU_WORKSPACE_TOKEN,
  GLOBAL_ACCOUNT,
  OFFICIAL_ACCESS_TOKEN,
  OFFICIAL_LOGIN,
  recorderToken,
  USER_TOKEN,
} from '../../simulators/recorder/index.ts'
import { connected, leaveNothingBehind } from './connected.ts'

/** RECORDER_TOKEN as people paste it (docs/spec/recorder.md, "The token"). */

leaveNothingBehind()

const EU = { sub: EU_ACCOUNT.id, region: EU_ACCOUNT.claim }
const withoutKind = (token: string) => token.replace(/^[^.]+/, btoa('{"alg":"HS256"}').replace(/=/g, ''))
const NAMELESS = withoutKind(recorderToken({ typ: 'WRT', ...EU }))
const KINDLESS = withoutKind(EU_WORKSPACE_TOKEN)
const jwtOf = (claims: object) =>
  ['{"alg":"RS256"}', JSON.stringify(claims), 'x'].map(btoa).join('.').replaceAll('=', '')
const storage = (more: Record<string, string>) => JSON.stringify({ lang: 'ko', theme: '{"dark":true}', ...more })

const FORMS: [string, string, string[]][] = [
  ['in quotes', `"${EU_USER_TOKEN}"`, ['UT']],
  ['with bearer in quotes', `"bearer ${EU_USER_TOKEN}"`, ['UT']],
  ['in quotes behind bearer', `Bearer "${EU_USER_TOKEN}"`, ['UT']],
  ['as a row of localStorage', `pld_tokenstr\t"bearer ${EU_USER_TOKEN}"`, ['UT']],
  ['a refresh token alone', EU_REFRESH_TOKEN, ['WRT']],
  [
    'as two fields',
    JSON.stringify({ workspaceToken: EU_WORKSPACE_TOKEN, refreshToken: EU_REFRESH_TOKEN }),
    ['WT', 'WRT'],
  ],
  ['as the value of workspaceList', EU_BROWSER_SESSION, ['WT', 'WRT']],
  ['as that value in quotes', JSON.stringify(EU_BROWSER_SESSION), ['WT', 'WRT']],
  ['as that row, its key before it', `pld_1:workspaceList\t${EU_BROWSER_SESSION}`, ['WT', 'WRT']],
  ['printed over lines', JSON.stringify(JSON.parse(EU_BROWSER_SESSION), null, 2), ['WT', 'WRT']],
  [
    'as the whole of localStorage',
    storage({ 'pld_1:workspaceList': EU_BROWSER_SESSION, pld_tokenstr: `bearer ${EU_USER_TOKEN}` }),
    ['UT', 'WT', 'WRT'],
  ],
  [
    'as the rows that the accounts page has people copy',
    JSON.stringify([
      ['pld_tokenstr', `bearer ${EU_USER_TOKEN}`],
      ['pld_1:workspaceList', EU_BROWSER_SESSION],
    ]),
    ['UT', 'WT', 'WRT'],
  ],
  [
    'as a Cookie line',
    `Cookie: theme={"dark":true}; pld_wt=${EU_WORKSPACE_TOKEN}; pld_ut=${EU_USER_TOKEN}`,
    ['UT', 'WT'],
  ],
  ['as cookies', `pld_ut=bearer%20${EU_USER_TOKEN}; lang=ko`, ['UT']],
  ['as cookies whose names tell the kind', `pld_wt=${KINDLESS}; pld_urt=${KINDLESS}x`, ['WT']],
  ['as an Authorization line', `Authorization: Bearer ${EU_WORKSPACE_TOKEN}`, ['WT']],
  ['as the panel shows that header', `authorization\nBearer ${EU_WORKSPACE_TOKEN}`, ['WT']],
  [
    'as a copied request',
    `curl 'https://api-euc1.plaud.ai/device/list?x=1' \\\n  -H 'authorization: Bearer ${EU_WORKSPACE_TOKEN}' \\\n  -b 'pld_ut=${EU_USER_TOKEN}' --data-raw '{"a":1}'`,
    ['UT', 'WT'],
  ],
  ['as a row of a table', `pld_tokenstr\tbearer ${EU_USER_TOKEN}\nlang\tko`, ['UT']],
  ['whose kind only the name tells', JSON.stringify({ refresh_token: NAMELESS, other: NAMELESS }), ['WRT']],
]

it.each(FORMS)('a session %s is read', (_, pasted, kinds) => {
  const tokens = readTokens(pasted)
  expect(getKinds(tokens)).toEqual(kinds)
  expect(tokens).toMatchObject({ subject: EU_ACCOUNT.id, region: 'aws:eu-central-1' })
})

const OPENING = FORMS.filter(([, text, kinds]) => kinds.includes('WT') && !text.includes(KINDLESS))

it.each(OPENING)('a session %s opens the account', async (_, token) => {
  const { get } = connected({ token })
  expect((await get('/devices')).status).toBe(200)
})

it('the personal workspace comes before a team, and its tokens stay in their order', () => {
  const token = (typ: 'WT' | 'WRT', wid: string, wtype: string, exp: number) =>
    recorderToken({ typ, ...EU, wid, wtype, exp })
  const [team, older, newer] = [
    token('WRT', 'ws_team', '1', 1_900_000_000),
    token('WRT', 'ws_own', '0', 1_800_000_000),
    token('WRT', 'ws_own', '0', 1_800_000_001),
  ]
  const teamToken = token('WT', 'ws_team', '1', 1_900_000_000)
  const { refreshTokens, workspaceTokens } = readTokens(JSON.stringify([team, older, newer, teamToken]))
  expect(refreshTokens.map(({ text }) => text)).toEqual([older, newer])
  expect(workspaceTokens).toEqual([])
})

it('a token that another user left behind does not count', () => {
  const tokens = readTokens(storage({ pld_tokenstr: USER_TOKEN, 'pld_1:workspaceList': EU_BROWSER_SESSION }))
  expect(getKinds(tokens)).toEqual(['WT', 'WRT'])
  expect(tokens.subject).not.toBe(GLOBAL_ACCOUNT.id)
})

const REFRESH = 'prt_0123456789abcdef'

it("of the product's official login is 500 that says so", async () => {
  for (const [what, token] of [
    ['the file', OFFICIAL_LOGIN],
    ['the file over lines', JSON.stringify(JSON.parse(OFFICIAL_LOGIN), null, 2)],
    ['the file as JSON in a text', JSON.stringify(OFFICIAL_LOGIN)],
    ['the file, cut off', OFFICIAL_LOGIN.slice(0, -10)],
    ['the file with a token that tells nothing', JSON.stringify({ access_token: 'opaque', expires_at: 1 })],
    [
      'the file with other refresh tokens',
      JSON.stringify({ access_token: OFFICIAL_ACCESS_TOKEN, refresh_token: OFFICIAL_ACCESS_TOKEN }),
    ],
    ['its fields as lines', `access_token: ${OFFICIAL_ACCESS_TOKEN}\nrefresh_token: ${REFRESH}`],
    ['the access token', OFFICIAL_ACCESS_TOKEN],
    ['the access token as a header', `Authorization: Bearer ${OFFICIAL_ACCESS_TOKEN}`],
    ['the refresh token', REFRESH],
    ['the refresh token in quotes', `"${REFRESH}"`],
    ['a copied request', `curl https://mcp.plaud.ai/mcp -H 'authorization: Bearer ${jwtOf({ sub: 'u1' })}'`],
  ] as const) {
    const { get, plaud } = connected({ token })
    const { status, json } = await get('/devices')
    expect
      .soft([status, json.error], what)
      .toEqual([500, expect.stringMatching(/^RECORDER_TOKEN holds .*official login.*web\.plaud\.ai/)])
    expect.soft((await get('/doctor')).json.hint, what).toMatch(/^correct this setting .*official login/)
    expect.soft(plaud.calls, what).toEqual([])
  }
})

it.each([
  ['beside the official one', JSON.stringify([JSON.parse(OFFICIAL_LOGIN), EU_BROWSER_SESSION]), ['WT', 'WRT']],
  [
    'as the login of the web app answers it',
    JSON.stringify({ access_token: EU_USER_TOKEN, token_type: 'bearer' }),
    ['UT'],
  ],
])('a session %s is used', (_, pasted, kinds) => {
  expect(getKinds(readTokens(pasted))).toEqual(kinds)
})

it.each([
  ['[{"workspaceToken": "eyJ', /broken or cut off/],
  ['{"theme": "dark"}', /holds no token/],
  [`${USER_TOKEN.slice(0, 40)}\n${USER_TOKEN.slice(40)}`, /line break/],
  [`${USER_TOKEN.slice(0, 40)}\u200b${USER_TOKEN.slice(40)}`, /cannot be sent/],
])('%j is 500 that names RECORDER_TOKEN', async (token, message) => {
  const { get, plaud } = connected({ token })
  const { status, json } = await get('/devices')
  expect([status, json.error]).toEqual([500, expect.stringMatching(message)])
  expect(json.error).toMatch(/^RECORDER_TOKEN/)
  expect(json.error).not.toContain('eyJ')
  expect(plaud.calls).toEqual([])
})
