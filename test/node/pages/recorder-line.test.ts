import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { getWorkspaces, sessionInJson } from '../../../src/groups/recorder/tokens.ts'
import { parsePaste } from '../../../src/pages/paste/parse.ts'
import { RECORDER_SNIPPET } from '../../../src/pages/text/recorder-line.ts'
import { EU_ACCOUNT } from '../../simulators/recorder/accounts.ts'
import { LAYOUTS, OTHER_SERVICE_TOKEN, PROFILE_TOKEN, type StoredRows } from '../../simulators/recorder/browser.ts'
import { EU_USER_TOKEN, EU_WORKSPACE_TOKEN, recorderToken } from '../../simulators/recorder/tokens.ts'

/** What the line of the guide copies from these rows. `test/slow/pages` runs it in a browser. */
function copyWith(rows: StoredRows): string {
  let copied = ''
  const globals = { localStorage: rows, atob, copy: (text: string) => (copied = text) }
  runInNewContext(RECORDER_SNIPPET, globals)
  return copied
}

const read = (copied: string) => sessionInJson(JSON.parse(copied))
const getTexts = (copied: string) => [...new Set(read(copied).tokens.map(({ text }) => text))]

const [TEAM, PERSONAL] = EU_ACCOUNT.workspaces
if (!TEAM || !PERSONAL) throw new Error('the account has a team and a personal workspace')

const KINDS: Record<keyof typeof LAYOUTS, string[]> = {
  'Plaud 4.0, 2026-09': ['WT', 'WRT'],
  'the beta of 4.0': ['WT', 'WRT'],
  '3.0, 2026-07': ['WT', 'WRT'],
  'older, token and tokenstr': ['UT'],
  'pld_ and the id of the workspace': ['WT'],
}

describe.each(Object.entries(KINDS))('the line on a page of %s', (layout, kinds) => {
  const rows = LAYOUTS[layout as keyof typeof LAYOUTS]({ workspaces: [TEAM, PERSONAL], open: TEAM })
  const copied = copyWith(rows)

  it('copies the session', () => {
    const { tokens } = read(copied)
    expect(new Set(tokens.map(({ kind }) => kind))).toEqual(new Set(kinds))
    expect(new Set(tokens.map(({ subject }) => subject))).toEqual(new Set([EU_ACCOUNT.id]))
  })

  it('copies no token of the profile and no row of another service', () => {
    for (const foreign of [PROFILE_TOKEN, OTHER_SERVICE_TOKEN]) expect(copied).not.toContain(foreign.split('.')[1])
    expect(copied).not.toMatch(/frill|posthog|gbFeatures|sb-access|jonas@example|google|119\.99/i)
  })

  it('copies which workspace is open', () => {
    const isSaid = 'pld_session.workspace' in rows || 'pld_1:currentWorkspaceId' in rows
    expect(read(copied).openIds).toEqual(isSaid ? [TEAM.workspace_id] : [])
  })

  it('pastes into the page like into the API', () => {
    const { values, notes } = parsePaste('recorder', copied, Date.parse('2026-11-21T09:00:00Z'))
    expect(notes.filter(({ type }) => type === 'token').length).toBeGreaterThan(0)
    const sent = values.token ?? ''
    expect(new Set(getTexts(sent))).toEqual(new Set(getTexts(copied)))
    expect(getWorkspaces(read(sent))).toEqual(getWorkspaces(read(copied)))
  })
})

it('the names of workspaces are copied where a row has them beside a token', () => {
  const named = read(copyWith(LAYOUTS['3.0, 2026-07']({ workspaces: [TEAM, PERSONAL] })))
  expect(getWorkspaces(named)).toEqual([
    { id: TEAM.workspace_id, name: TEAM.name, open: true },
    { id: PERSONAL.workspace_id, name: PERSONAL.name, open: false },
  ])
  const unnamed = read(copyWith(LAYOUTS['Plaud 4.0, 2026-09']({ workspaces: [PERSONAL] })))
  expect(getWorkspaces(unnamed)).toEqual([{ id: PERSONAL.workspace_id, name: null, open: true }])
})

it.each([
  ['in quotes', { token: JSON.stringify(EU_USER_TOKEN) }],
  ['with bearer', { pld_tokenstr: `Bearer  ${EU_USER_TOKEN} ` }],
  ['with bearer in quotes', { tokenstr: JSON.stringify(`bearer ${EU_USER_TOKEN}`) }],
  [
    'as JSON in a text of JSON',
    { pld_sessionMeta: JSON.stringify({ a: [{ b: JSON.stringify({ c: EU_USER_TOKEN }) }] }) },
  ],
  ['beside rows that are no JSON', { pld_a: '{"cut', pld_b: 'ey.x', pld_c: '', pld_d: 'null', token: EU_USER_TOKEN }],
] as const)('a token %s is copied', (_, rows) => {
  expect(getTexts(copyWith(rows))).toEqual([EU_USER_TOKEN])
})

it.each([
  [
    'of another kind',
    { token: PROFILE_TOKEN, pld_x: recorderToken({ typ: 'WT' }).replace(/^[^.]+/, btoa('{"typ":"JWT"}')) },
  ],
  ['of another row', { mytoken: EU_WORKSPACE_TOKEN, token2: EU_WORKSPACE_TOKEN, xpld_1: EU_WORKSPACE_TOKEN }],
  ['in the name of a row', { [`pld_${EU_WORKSPACE_TOKEN}`]: 'true' }],
])('a token %s is not copied', (_, rows) => {
  expect(copyWith(rows)).toBe('[]')
})

it.each(['docs/guides/en/plaud.md', 'docs/guides/ko/plaud.md'])('%s has the line of the page', (page) => {
  expect(readFileSync(page, 'utf8')).toContain(`\n       ${RECORDER_SNIPPET}\n`)
})
