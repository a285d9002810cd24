import { describe, expect, it } from 'vitest'
import { findFlaw, parsePaste } from '../../../src/pages/paste/parse.ts'
import { jwt } from './jwt.ts'

const NOW = Date.UTC(2026, 10, 22)
const SOON = NOW / 1000 + 86_400
const recorder = (text: string) => parsePaste('recorder', text, NOW)

const UT = jwt({ typ: 'UT' }, { exp: SOON, sub: 'a1' })
const WT = jwt({ typ: 'WT' }, { exp: SOON, wid: 'ws_1' })
const WRT = jwt({ typ: 'WRT' }, { exp: SOON + 1, wid: 'ws_1' })
/** Its header contains no kind. */
const PLAIN = jwt({}, { exp: SOON })

const tokenNote = (kind?: string, endsAt: number = SOON * 1000) => ({ type: 'token', kind, endsAt })

describe('a token of the recorder', () => {
  it.each([
    ['bare', UT],
    ['in quotes', `"${UT}"`],
    ['with bearer', `bearer ${UT}`],
    ['in quotes with bearer', `'Bearer ${UT}'`],
    ['as a header', `Authorization: Bearer ${UT}`],
    ['as a row of the storage', `tokenstr\tbearer ${UT}`],
    ['as a line of settings', `RECORDER_TOKEN="${UT}"`],
  ])('%s is found, with its kind and its expiry', (_, text) => {
    const owner = { ids: ['a1'], workspaces: [] }
    expect(recorder(text)).toEqual({ values: { token: UT }, notes: [tokenNote('UT')], owner })
  })

  it('without a kind is accepted unchanged', () => {
    expect(recorder(PLAIN)).toEqual({ values: { token: PLAIN }, notes: [tokenNote()] })
  })

  it('with only a day left causes a warning', () => {
    expect(recorder(WT).notes).toEqual([tokenNote('WT'), { type: 'only_workspace_token' }])
  })

  it('that has expired is not sent, however it came, and one sentence says so', () => {
    const expired = jwt({ typ: 'UT' }, { exp: NOW / 1000 - 1 })
    const session = JSON.stringify({ tokenstr: expired, refreshToken: jwt({ typ: 'WRT' }, { exp: 1 }) })
    for (const text of [expired, `bearer ${expired}`, `"${expired}"`, session]) {
      expect(recorder(text)).toEqual({ values: {}, notes: [{ type: 'ended' }] })
      expect(findFlaw('recorder', { token: text }, NOW)).toEqual({ type: 'ended' })
    }
    expect(findFlaw('recorder', { token: UT }, NOW)).toBeUndefined()
  })

  it('that has expired is left out next to one that has not', () => {
    const expired = jwt({ typ: 'UT' }, { exp: 1, sub: 'a1' })
    const { values, notes } = recorder(JSON.stringify({ tokenstr: expired, refreshToken: WRT, workspaceToken: WT }))
    expect(values.token).not.toContain(expired)
    expect(JSON.parse(values.token ?? '')).toEqual({ workspaceToken: [WT], refreshToken: [WRT] })
    expect(notes.map(({ type }) => type)).toEqual(['token', 'token'])
  })
})

const LIST = [{ workspaceToken: WT, refreshToken: WRT, name: 'Mine' }]

describe('the storage of the browser', () => {
  it.each([
    ['an object', { 'pld_1:workspaceList': JSON.stringify(LIST), theme: 'dark', pld_device: 'secret-device' }],
    ['entries', [['pld_1:workspaceList', JSON.stringify(LIST)]]],
    ['a list of workspaces', LIST],
    ['tokens by name', { workspaceToken: WT, refreshToken: WRT }],
    ['a text of JSON in a text', JSON.stringify({ list: JSON.stringify(LIST) })],
  ])('as %s gives its tokens and nothing else', (_, storage) => {
    const { values, notes } = recorder(JSON.stringify(storage))
    expect(JSON.parse(values.token ?? '')).toEqual({ workspaceToken: [WT], refreshToken: [WRT] })
    expect(notes).toEqual([tokenNote('WT'), tokenNote('WRT', (SOON + 1) * 1000)])
  })

  it('names tokens without a kind by their rows', () => {
    const other = jwt({}, { exp: SOON, n: 2 })
    const { values } = recorder(JSON.stringify({ pld_tokenstr: `bearer ${PLAIN}`, refreshToken: other }))
    expect(JSON.parse(values.token ?? '')).toEqual({ tokenstr: [PLAIN], refreshToken: [other] })
  })

  it('as the table shows it is found too', () => {
    const { values } = recorder(`theme\tdark\npld_tokenstr\tbearer ${UT}\nx\ty`)
    expect(values).toEqual({ token: UT })
  })
})

it.each(['', 'hello', '{"a": "b"}', '[1, 2', 'a.b.c'])('%j contains no token of the recorder', (text) => {
  expect(recorder(text)).toEqual({ values: {}, notes: [{ type: 'nothing' }] })
})

describe("tokens of the recorder's official login", () => {
  const ACCESS = jwt({ typ: 'JWT' }, { exp: SOON, client_id: 'client_1', scope: 'files' })
  const FILE = { access_token: ACCESS, refresh_token: 'prt_0123456789', token_type: 'Bearer', expires_at: SOON * 1000 }

  it.each([
    ['the file', JSON.stringify(FILE, null, 2)],
    ['the file, cut off', JSON.stringify(FILE).slice(0, -9)],
    ['the access token', ACCESS],
    ['the refresh token', FILE.refresh_token],
  ])('%s is named and not used', (_, text) => {
    expect(recorder(text)).toEqual({ values: {}, notes: [{ type: 'official_login' }] })
  })

  it('do not stand in the way of a session', () => {
    const { values } = recorder(JSON.stringify({ ...FILE, list: LIST }))
    expect(JSON.parse(values.token ?? '')).toEqual({ workspaceToken: [WT], refreshToken: [WRT] })
  })
})

describe('accounts of one value', () => {
  it.each([
    ['notes', 'id1.secret1'],
    ['notes', '"id1.secret1"'],
    ['notes', '“id1.secret1”'],
    ['notes', '\u2060\u200Eid1.sec\u00ADret1\u200B'],
    ['notes', 'Bearer id1.secret1'],
    ['notes', 'NOTES_TOKEN=id1.secret1'],
    ['notes', 'export NOTES_TOKEN="id1.secret1"'],
    ['notes', '{"key": "id1.secret1"}'],
  ] as const)('%s: %s', (account, text) => {
    expect(parsePaste(account, text, NOW)).toEqual({
      values: { token: 'id1.secret1' },
      notes: [{ type: 'fields', fields: ['token'] }],
    })
  })

  it('a key of the notes without its second part is warned of, and not used', () => {
    expect(parsePaste('notes', 'id1', NOW)).toEqual({ values: {}, notes: [{ type: 'no_secret_part' }] })
    expect(findFlaw('notes', { token: 'id1.' }, NOW)).toEqual({ type: 'no_secret_part' })
    expect(findFlaw('notes', { token: 'id1.secret1' }, NOW)).toBeUndefined()
  })

  it('the response with a long-lived token', () => {
    const answer = '{"access_token": "THAAx==", "token_type": "bearer", "expires_in": 5184000}'
    expect(parsePaste('social', answer, NOW).values).toEqual({ token: 'THAAx==' })
    expect(parsePaste('social', 'THAAx==', NOW).values).toEqual({ token: 'THAAx==' })
  })

  it('a key of the data API', () => {
    expect(parsePaste('video', ' `AIza-x_1` ', NOW).values).toEqual({ api_key: 'AIza-x_1' })
    expect(parsePaste('video', 'two words', NOW).values).toEqual({})
  })
})

describe('a secret of another account', () => {
  const NOTION = 'ntn_1234567890abcdefghijklmnop'
  const misplaced = (secret: string, belongsTo?: string) => ({
    values: {},
    notes: [{ type: 'misplaced', secret, belongsTo }],
  })

  it.each(['notes', 'video', 'social', 'recorder', 'shop-seller', 'shop-consumer', 'payment'] as const)(
    'is named and not used: %s',
    (account) => {
      for (const text of [
        NOTION,
        `"${NOTION}"`,
        `“${NOTION}”`,
        `\u200E${NOTION}`,
        `Bearer ${NOTION}`,
        `NOTION_TOKEN=${NOTION}`,
      ])
        if (account !== 'shop-consumer' || !text.includes('='))
          expect([text, parsePaste(account, text, NOW)]).toEqual([text, misplaced('notion', 'workspace')])
    },
  )

  it.each([
    ['workspace', UT, 'plaud', 'recorder'],
    ['workspace', 'https://www.notion.so/My-Page-2f1c', 'address', undefined],
    ['workspace', 'key-full.test-secret-full', 'tiro', 'notes'],
    ['notes', '{"token": "ntn_1234567890abcdefghijklmnop"}', 'notion', 'workspace'],
    ['notes', `lk_${'0'.repeat(49)}`, 'gateway', undefined],
    ['social', 'A00012345', 'vendor_id', 'shop-seller'],
    ['recorder', 'AIzaSyA1234567890abcdefghijklmnopqrstuv', 'google', 'video'],
    ['recorder', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'notification', undefined],
    ['payment', `API key: ${NOTION}\nMember: m`, 'notion', 'workspace'],
    ['shop-seller', `Secret Key: ${NOTION}`, 'notion', 'workspace'],
  ] as const)('%s: %s', (account, text, secret, belongsTo) => {
    expect(parsePaste(account, text, NOW)).toEqual(misplaced(secret, belongsTo))
  })

  it('is not looked for in a longer text, which has other words', () => {
    expect(parsePaste('payment', 'Call www.example.com, extension A00012345', NOW).notes).toEqual([{ type: 'nothing' }])
  })
})

it('a token that is cut off is said to be, and not used', () => {
  const [head = '', body = ''] = UT.split('.')
  for (const cut of [head, `${head}.${body.slice(0, 20)}`, `bearer ${head}.`])
    expect(recorder(cut)).toEqual({ values: {}, notes: [{ type: 'cut' }] })
})
