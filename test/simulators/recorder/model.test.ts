import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Answer, at, ask as send } from '../ask.ts'
import { Clock } from '../clock.ts'
import { command, follows } from '../model.ts'
import * as plaud from './index.ts'

type Plaud = plaud.PlaudSimulator

const LIST = '/file/simple/web'
const EU = plaud.REGIONS.euc1.api
const US = plaud.REGIONS.us.api
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64)'

interface Options {
  body?: unknown
  token?: string
  host?: string
  headers?: Record<string, string>
}

/** One request like the web app's: `GET /user/me`, or to a full URL, to which no token is sent. */
const ask = (real: Plaud, line: string, { body, token = plaud.USER_TOKEN, host = US, headers }: Options = {}) => {
  const [method, target = ''] = line.split(' ')
  const own = target.startsWith('/')
  const authorization = own && { authorization: `Bearer ${token}` }
  const sent = { 'user-agent': BROWSER, ...authorization, ...headers }
  return send(real, `${method} ${own ? `https://${host}` : ''}${target}`, { headers: sent, body })
}

const statusOf = ({ status, body }: Answer) => (status === 200 ? body.status : status)
const nth = <Thing>(things: readonly Thing[], n: number): Thing | undefined => things[n % things.length]

/** What the library must show. `looks` counts the polls of a task that was started. */
interface Recording {
  id: string
  name: string
  isTrash: boolean
  folder: string | undefined
  isReady: boolean
  looks?: number | undefined
}
interface Library {
  recordings: Recording[]
  folders: { id: string; name: string }[]
}
type Step = fc.AsyncCommand<Library, Plaud>

const edits = fc
  .record({ what: fc.constantFrom('rename', 'trash', 'untrash', 'delete', 'folder'), n: fc.nat(9), m: fc.nat(5) })
  .map(
    ({ what, n, m }): Step =>
      command(`${what} recording ${n}`, async (library, real) => {
        const one = nth(library.recordings, n)
        if (!one) return
        const id = one.id
        const change = async (line: string, body: unknown) => expect(statusOf(await ask(real, line, { body }))).toBe(0)
        if (what === 'rename') one.name = `Name ${m}`
        if (what === 'rename') await change(`PATCH /file/${id}`, { filename: one.name })
        if (what === 'delete') await change('DELETE /file/', [id, 'unknown'])
        if (what === 'delete') library.recordings.splice(library.recordings.indexOf(one), 1)
        if (what === 'trash' || what === 'untrash') await change(`POST /file/${what}/`, [id])
        if (what === 'trash' || what === 'untrash') one.isTrash = what === 'trash'
        if (what !== 'folder') return
        one.folder = nth(library.folders, m)?.id
        await change('POST /file/update-tags', { file_id_list: [id], filetag_id: one.folder ?? '' })
      }),
  )

const folders = fc.record({ what: fc.constantFrom('make', 'rename', 'delete'), n: fc.nat(5), m: fc.nat(3) }).map(
  ({ what, n, m }): Step =>
    command(`${what} folder ${n}`, async (library, real) => {
      const name = `Folder ${m}`
      const known = nth(library.folders, n)
      const isTaken = library.folders.some((folder) => folder.name === name && (what === 'make' || folder !== known))
      if (what === 'make') {
        const answer = await ask(real, 'POST /filetag/', { body: { name, icon: 'e627', color: '#ff0000' } })
        expect(statusOf(answer)).toBe(isTaken ? -2 : 0)
        if (!isTaken) library.folders.push({ id: String(at(answer.body, 'data_filetag.id')), name })
      } else if (known && what === 'rename') {
        const answer = await ask(real, `PATCH /filetag/${known.id}`, { body: { name } })
        expect(statusOf(answer)).toBe(isTaken ? -2 : 0)
        if (!isTaken) known.name = name
      } else if (known) {
        expect(statusOf(await ask(real, `DELETE /filetag/${known.id}`))).toBe(0)
        library.folders.splice(library.folders.indexOf(known), 1)
        for (const one of library.recordings) if (one.folder === known.id) one.folder = undefined
      }
      const { body } = await ask(real, 'GET /filetag/')
      expect([body.data_filetag_list].flat()).toMatchObject(library.folders)
    }),
)

/** The same request starts a task, reads its progress and its result, at the third look (facts 9.1). */
const tasks = fc.nat(9).map(
  (n): Step =>
    command(`transcribes recording ${n}`, async ({ recordings }, real) => {
      const one = nth(recordings, n)
      if (!one) return
      const body = { is_reload: 0, summ_type: 'AUTO-SELECT', summ_type_type: 'system', info: '{"language":"ko"}' }
      if (!one.isReady) one.looks = one.looks === undefined ? 0 : one.looks + 1
      if ((one.looks ?? 0) >= 3) one.isReady = true
      const answer = await ask(real, `POST /ai/transsumm/${one.id}`, { body })
      expect(statusOf(answer)).toBe(one.isReady ? 1 : 0)
      expect([answer.body.data_result].flat()).toHaveLength(one.isReady ? 3 : 0)
    }),
)

const lists = fc.record({ limit: fc.integer({ min: 1, max: 9 }), trash: fc.constantFrom(0, 1, 2), n: fc.nat(5) }).map(
  ({ limit, trash, n }): Step =>
    command(`lists ${limit} a page, trash ${trash}`, async ({ recordings, folders }, real) => {
      const folder = n === 0 ? undefined : nth(folders, n)?.id
      const wanted = recordings
        .filter(({ isTrash }) => trash === 2 || isTrash === (trash === 1))
        .filter((one) => !folder || one.folder === folder)
      const found: unknown[] = []
      for (let skip = 0; skip <= wanted.length; skip += limit) {
        const query = `skip=${skip}&limit=${limit}&is_trash=${trash}&is_desc=false${folder ? `&filetag_id=${folder}` : ''}`
        const { body } = await ask(real, `GET ${LIST}?${query}`)
        expect(body.data_file_total).toBe(wanted.length)
        found.push(...[body.data_file_list].flat())
      }
      expect(found).toMatchObject(wanted.map(({ id, name, isReady }) => ({ id, filename: name, is_trans: isReady })))
    }),
)

test('recordings and folders are as they were changed, whatever the order', () =>
  follows(() => {
    const start = Date.parse('2026-11-01T00:00:00Z')
    const made = ['a', 'b', 'c', 'd', 'e'].map((filename, index) =>
      (index < 2 ? plaud.readyRecording : plaud.recording)({ filename, start_time: start + index * 86_400_000 }),
    )
    const real = plaud.createPlaud({ clock: new Clock(), recordings: made, tags: [] })
    const recordings = made.map(({ id, filename, is_trans }) => ({
      ...{ id, name: filename, isTrash: false, folder: undefined, isReady: is_trans },
    }))
    return { model: { recordings, folders: [] }, real }
  }, [edits, folders, tasks, lists]))

/** Only the last token of the workspace works, and only its refresh token (facts 4). */
interface Session {
  clock: Clock
  tokens: string[]
  refreshes: string[]
}
const EU_SPACE = plaud.EU_ACCOUNT.workspaces.find(({ workspace_type }) => workspace_type === '0')?.workspace_id

const exchanges = fc.record({ what: fc.constantFrom('mint', 'refresh', 'use'), n: fc.nat(3) }).map(({ what, n }) =>
  command<Session, Plaud>(`${what} ${n}`, async ({ tokens, refreshes }, real) => {
    const path = `/user-app/auth/workspace/${what === 'mint' ? 'token' : 'refresh'}/${EU_SPACE}`
    const [token = '', refresh = ''] = [tokens.at(-1 - n) ?? tokens[0], refreshes.at(-1 - n) ?? refreshes[0]]
    if (what === 'use') {
      const answer = await ask(real, `GET ${LIST}`, { host: EU, token })
      return expect(statusOf(answer)).toBe(token === tokens.at(-1) ? 0 : -419)
    }
    const bearer = what === 'mint' ? plaud.EU_USER_TOKEN : refresh
    const answer = await ask(real, `POST ${path}`, { host: EU, token: bearer, body: {} })
    const isGood = what === 'mint' || refresh === refreshes.at(-1)
    expect(statusOf(answer)).toBe(isGood ? 0 : -420)
    if (!isGood) return
    tokens.push(String(at(answer.body, 'data.workspace_token')))
    refreshes.push(String(at(answer.body, 'data.refresh_token')))
  }),
)

test('a new token of a workspace revokes the one before, and a used refresh token is replaced', () =>
  follows(() => {
    const clock = new Clock()
    const model = { clock, tokens: [plaud.EU_WORKSPACE_TOKEN], refreshes: [plaud.EU_REFRESH_TOKEN] }
    return { model, real: plaud.createPlaud({ clock }) }
  }, [exchanges]))

test.each([
  ['a malformed token', { token: plaud.MALFORMED_TOKEN }, -3900],
  ['a forged token', { token: plaud.FORGED_USER_TOKEN }, -3900],
  ['an unknown account', { token: plaud.recorderToken({ typ: 'UT', sub: 'f'.repeat(32) }) }, -3900],
  ['a pasted scheme', { host: EU, token: `bearer ${plaud.EU_WORKSPACE_TOKEN}` }, -3900],
  ['a refresh token', { host: EU, token: plaud.EU_REFRESH_TOKEN }, -3900],
  ['an expired user token', { token: plaud.EXPIRED_USER_TOKEN }, 401],
  ['an expired workspace token', { host: EU, token: plaud.EXPIRED_WORKSPACE_TOKEN }, -419],
  ['a token of another region', { token: plaud.EU_USER_TOKEN }, -302],
  ['another app', { headers: { 'app-platform': 'desktop' } }, -3901],
  ['no browser', { headers: { 'user-agent': 'latchkey/1.0' } }, 403],
])('facts 1, 3 and 4: %s is %j: %i', async (_, options, status) => {
  expect(statusOf(await ask(plaud.createPlaud({ clock: new Clock() }), `GET ${LIST}`, options))).toBe(status)
})

test.each([
  ['GET /user/me', { host: EU, token: plaud.EU_WORKSPACE_TOKEN }, 403],
  [`GET ${LIST}?limit=all`, {}, 422],
  [`GET ${LIST}?sort_by=name`, {}, 422],
  ['GET /file/detail/unknown', {}, -1],
  ['PATCH /file/unknown', { body: { filename: 'x' } }, -1],
  ['POST /file/trash/', { body: { file_ids: ['a'] } }, 422],
  ['POST /filetag/', { body: { name: 'A', icon: 'e627' } }, 422],
  ['POST /gsearch/v1/search', { body: { q: 'harbour' } }, 422],
  ['POST /share/public/get', { body: { object_id: 'a' } }, 422],
])('facts 6: %s is refused', async (line, options, status) => {
  const real = plaud.createPlaud({ clock: new Clock() })
  expect([statusOf(await ask(real, line, options)), real.unexpected]).toEqual([status, []])
})

test('facts 3: a user token sees an empty account on a regional host', async () => {
  const regional = { host: plaud.REGIONS.apne1.api, token: plaud.KR_USER_TOKEN }
  const { body } = await ask(plaud.createPlaud(), `GET ${LIST}`, regional)
  expect(body).toMatchObject({ status: 0, data_file_total: 0 })
})

test.each<[object, number]>([
  [{}, -12],
  [{ summ_type: 'AUTO-SELECT', info: { language: 'auto' } }, -12],
  [{ summ_type: 'AUTO-SELECT', info: 'auto' }, -12],
  [{ summ_type: 'AUTO-SELECT', info: '{}' }, -111],
])('facts 9.1: a task with %j for three seconds is %i', async (body, status) => {
  const one = plaud.recording({ duration: 3_000 })
  const real = plaud.createPlaud({ recordings: [one] })
  expect(statusOf(await ask(real, `POST /ai/transsumm/${one.id}`, { body }))).toBe(status)
})

test('facts 9.1: a failed task says so, and can be started again', async () => {
  const one = plaud.recording()
  const real = plaud.createPlaud({ recordings: [one], switches: { pollsToFinish: 1, taskOutcome: 'failed' } })
  const run = async () =>
    statusOf(await ask(real, `POST /ai/transsumm/${one.id}`, { body: { summ_type: 'MEETING', info: '{}' } }))
  expect([await run(), await run(), one.transcript?.task_status, await run()]).toEqual([0, -1, 2, 0])
})

test.each([
  ['linked', { items: 1, link: true, inline: false }],
  ['inline', { items: 1, link: true, inline: true }],
  ['inline only', { items: 1, link: false, inline: true }],
  ['nowhere', { items: 1, link: false, inline: false }],
  ['legacy', { items: 0, link: false, inline: false }],
] as const)('facts 6.3: content that is %s', async (placement, expected) => {
  const one = plaud.readyRecording({ notes: [plaud.note('# Said', { placement, body: '# Said' })] })
  const { body } = await ask(plaud.createPlaud({ recordings: [one] }), `GET /file/detail/${one.id}`)
  const items = [at(body, 'data.content_list')].flat().filter((item) => at(item, 'data_type') === 'auto_sum_note')
  const inline = at(body, 'data.pre_download_content_list.0') !== undefined
  expect({ items: items.length, link: Boolean(at(items[0], 'data_link')), inline }).toEqual(expected)
  expect(at(body, 'data.ai_content')).toBe(placement === 'legacy' ? '# Said' : undefined)
})

test('facts 7: a link is signed for GET and lives 300 s, one to audio an hour and in ranges', async () => {
  const clock = new Clock()
  const one = plaud.readyRecording()
  const real = plaud.createPlaud({ clock, recordings: [one] })
  const detail = await ask(real, `GET /file/detail/${one.id}`)
  const link = String(at(detail.body, 'data.content_list.0.data_link'))
  const { body } = await ask(real, `GET /file/temp-url/${one.id}`)
  const part = await ask(real, `GET ${body.temp_url}`, { headers: { range: 'bytes=0-3' } })
  expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 0-3/4096'])
  const statuses = async () =>
    Promise.all(
      [`GET ${link}`, `HEAD ${link}`, `GET ${link.replace('permanent', 'other')}`, `GET ${body.temp_url}`].map(
        async (line) => (await ask(real, line)).status,
      ),
    )
  clock.advance(299_999)
  expect(await statuses()).toEqual([200, 403, 403, 200])
  expect((await ask(real, `GET ${link}`, { headers: { authorization: 'Bearer a' } })).status).toBe(400)
  clock.advance(1)
  const late = await ask(real, `GET ${link}`)
  expect([late.status, late.headers.get('content-type')]).toEqual([403, 'application/xml'])
  clock.advance(3_300_000)
  expect(await statuses()).toEqual([403, 403, 403, 403])
})

test('hosts that only look like the product are not its own, and unknown paths are recorded', async () => {
  const real = plaud.createPlaud()
  expect(['plaud.ai.example.test', 'notplaud.ai', 'other.s3.amazonaws.com'].filter(real.answersFor)).toEqual([])
  await ask(real, `GET ${LIST}`, { host: 'api-usw2.plaud.ai' })
  await ask(real, 'POST /file/trash', { body: ['a'] })
  expect(real.unexpected).toHaveLength(2)
})
