import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountFor, getSecrets } from '../../../scripts/record/account.ts'
import { readRecording, writeFiles } from '../../../scripts/record/fixture.ts'
import { type Recorded, record } from '../../../scripts/record/record.ts'
import { startReplay } from '../../../scripts/record/replay.ts'
import { simulatedProducts } from '../../../scripts/support/products.ts'
import { secretFinder } from '../../../scripts/support/secrets.ts'
import { PRODUCT_GROUPS } from '../../../src/base/groups.ts'
import { PAID_BILL } from '../../simulators/payment/index.ts'
import { VIDEO_IDS } from '../../simulators/video/index.ts'
import { DATA_SOURCES, DATABASES, PAGES, projectId, uploadId } from '../../simulators/workspace/index.ts'
import { builtWorker } from '../../support/build.ts'
import { getStructure } from '../../support/structure.ts'

/** Values that no listing of the simulated products contains. */
const known = {
  bill_id: [PAID_BILL],
  database_id: [DATABASES.projects],
  data_source_id: [DATA_SOURCES.projects],
  page_id: [projectId(1)],
  property_id: ['ownr'],
  block_id: [PAGES.handbook],
  file_upload_id: [uploadId(1)],
  vendor_item_id: ['85071234501'],
  video_url: [`https://youtu.be/${VIDEO_IDS.manual}`],
  createdAtFrom: ['2026-11-20'],
  createdAtTo: ['2026-11-21'],
  include: ['transcript,summary,share,audio_url'],
}

/** Reads that call no product. */
const SILENT = [
  'shop_list_carriers',
  'recorder_list_searches',
  'payment_format_phone_number',
  'payment_list_bills',
  'payment_get_bill',
]

let folder: string
let replay: Awaited<ReturnType<typeof startReplay>>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-record-'))
  replay = await startReplay(await builtWorker())
})

afterAll(async () => {
  await replay.stop()
  await rm(folder, { recursive: true })
})

describe.each(PRODUCT_GROUPS)('a recording of %s', (group) => {
  let recorded: Recorded
  let written: string
  const { simulators, settings, headers } = simulatedProducts()
  const token = headers.workspace?.['X-Workspace-Token'] ?? ''
  const account = accountFor(group, { ...settings, X_WORKSPACE_TOKEN: token })

  beforeAll(async () => {
    const forward = async (request: Request) => {
      const product = simulators.find(({ answersFor }) => answersFor(new URL(request.url).hostname))
      if (!product) throw new Error(`nobody answers for ${request.url}`)
      return product.fetch(request)
    }
    recorded = await record({ contents: await builtWorker(), group, account, known, forward, report: () => {} })
    await writeFiles(join(folder, group), recorded.files)
    const names = await readdir(join(folder, group))
    written = (await Promise.all(names.map((name) => readFile(join(folder, group, name), 'utf8')))).join('\n')
  })

  it('contains every read, and no write was called', () => {
    expect([...recorded.session.left.keys()].filter((id) => !SILENT.includes(id))).toEqual([])
    expect(recorded.session.heard.filter(({ method }) => ['PUT', 'PATCH', 'DELETE'].includes(method))).toEqual([])
    expect(simulators.flatMap(({ unexpected }) => unexpected)).toEqual([])
  })

  it('reveals nothing of the account', () => {
    expect(recorded.leaks).toEqual([])
    expect(secretFinder(getSecrets(account))(written)).toBeUndefined()
    const words = recorded.session.heard.flatMap(({ answer }) => wordsIn(answer))
    expect(words.filter((word) => written.includes(word))).toEqual([])
  })

  it('replays as the product responded', async () => {
    const { connection, fixtures } = await readRecording(join(folder, group))
    expect(fixtures.length).toBe(recorded.session.taken.length)
    for (const fixture of fixtures) {
      const taken = recorded.session.taken.find(({ operation }) => operation.operationId === fixture.operation)
      const { answer, unknown } = await replay.play(connection, fixture)
      expect([fixture.operation, answer.status, unknown]).toEqual([fixture.operation, 200, []])
      const named = propertiesIn(taken?.calls.map((call) => call.answer) ?? [])
      const getName = (name: string) => (named.has(name) ? recorded.shapes.of(name) : name)
      expect([fixture.operation, getStructure(parseAnswer(fixture.operation, answer.text))]).toEqual([
        fixture.operation,
        getStructure(parseAnswer(fixture.operation, taken?.answer.text ?? ''), getName),
      ])
    }
  })
})

/** The doctor also reports the token in the settings, which a recording replaces. */
function parseAnswer(operation: string, text: string): unknown {
  const answer = JSON.parse(text)
  return operation === 'recorder_doctor' ? { ...answer, token: undefined } : answer
}

/** The spoken and named words in it: texts with a Korean word, several words, or a URL. */
function wordsIn(answer: string): string[] {
  // A state is named in words of the product.
  const own = answer.replaceAll(/"statusName": ?"[^"]*"/g, '')
  const texts = [...own.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, text = '']) => text)
  return texts.filter((text) => /[가-힣]{3}|\p{L}{3} \p{L}{3}|@/u.test(text))
}

/** The property names that a person chose for a table. A page outside of tables has the product's property `title`. */
function propertiesIn(answers: readonly string[]): Set<string> {
  const names = new Set<string>()
  for (const answer of answers.filter((text) => text.startsWith('{'))) {
    JSON.parse(answer, (name, value: unknown) => {
      const isMap = name === 'properties' && typeof value === 'object' && value !== null && !Array.isArray(value)
      if (isMap) for (const own of Object.keys(value)) if (own !== 'title') names.add(own)
      return value
    })
  }
  return names
}
