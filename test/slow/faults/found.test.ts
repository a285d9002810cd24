import { afterAll, beforeAll, expect, it } from 'vitest'
import { builtWorker } from '../../support/build.ts'
import { faults } from './all.ts'
import { wrongs } from './judge.ts'
import { type Lab, startLab } from './lab.ts'
import { getSubjects } from './subjects.ts'
import { printTable, readTable } from './table.ts'

/** The purpose of the fault matrix: it finds a gateway that does something wrong. */

/** Wraps the Worker and makes each operation fail in a different way. */
const wrongdoer = (inner: string) => `
import worker from '${inner}'
export * from '${inner}'

const send = globalThis.fetch
globalThis.fetch = async (input, init) => {
  if (init.method === 'PATCH' && String(input).includes('/file/')) await send(input, init).catch(() => {})
  return send(input, init)
}

export default {
  ...worker,
  async fetch(request, env, context) {
    const answer = await worker.fetch(request, env, context)
    const { pathname } = new URL(request.url)
    const headers = new Headers(answer.headers)
    if (pathname.endsWith('/recorder/devices')) headers.set('Retry-After', '5')
    if (pathname.endsWith('/recorder/config')) console.log(JSON.stringify({ request_id: answer.headers.get('X-Request-Id'), status: 502 }))
    if (pathname.endsWith('/social/me')) return Response.json({ success: false, error: 'wrong: ' + encodeURIComponent(env.SOCIAL_TOKEN) }, { status: 502, headers })
    if (pathname.endsWith('/social/limits')) return Response.json({ error: 'another envelope' }, { status: 502, headers })
    if (pathname.endsWith('/notes/folders')) return Response.json({ success: false, error: 'no' }, { status: 418, headers })
    return new Response(answer.body, { status: answer.status, headers })
  },
}
`

let lab: Lab
beforeAll(async () => {
  lab = await startLab(await builtWorker(), [wrongdoer])
}, 60_000)
afterAll(() => lab.stop())

it.each([
  ['recorder_rename_file', 'a write is sent twice'],
  ['recorder_list_devices', 'Retry-After out of nothing'],
  ['recorder_get_config', 'not one log line'],
  ['social_get_user', 'a secret is told: SOCIAL_TOKEN'],
  ['social_get_limits', 'another failure envelope'],
  ['notes_list_folders', 'a status that is not declared'],
])('of %s: %s', async (id, wrong) => {
  const subject = getSubjects(lab.description).find(({ name }) => name === id) ?? expect.fail(`no ${id}`)
  const outcome = await lab.run(
    subject,
    faults.find(({ name }) => name === '500'),
  )
  const lines = wrong === 'not one log line' ? [outcome, outcome] : [outcome]
  expect(wrongs(lab.description, [outcome], await lab.readLog(lines)).join('\n')).toContain(wrong)
})

const table = new Map([
  [
    'one',
    new Map([
      ['healthy', '200/1'],
      ['500', '502/1'],
      ['reset', '502/1x3'],
    ]),
  ],
  [
    'two',
    new Map([
      ['healthy', '200/1'],
      ['500', '502/1'],
      ['reset', '502/1x3'],
    ]),
  ],
  ['other', new Map([['healthy', '204/2']])],
])

it('the table is parsed as it was written, and subjects with equal results are together', () => {
  const text = printTable(table)
  expect(text).toBe('one\ntwo\n  200/1   healthy\n  502/1   500\n  502/1x3 reset\n\nother\n  204/2   healthy\n')
  expect(readTable(`# a comment\n\n${text}`)).toEqual(table)
})
