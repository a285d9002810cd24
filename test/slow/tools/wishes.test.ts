import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { IWorkflowBase } from 'n8n-workflow'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSimulatedGateway } from '../../../scripts/support/simulated-gateway.ts'
import type { Program, Trigger } from '../../../src/pages/programs/program.ts'
import { finish } from '../../../src/pages/programs/tools.ts'
import { wishesTexts } from '../../../src/pages/text/wishes.ts'
import type { WishId } from '../../../src/pages/wishes/products.ts'
import { type Given, WISHES } from '../../../src/pages/wishes/wishes.ts'
import { VIDEO_IDS } from '../../simulators/video/ids.ts'
import { type Blueprint, runScenario } from './make-scenario.ts'
import { findIssues, runWorkflow } from './n8n-workflow.ts'

/** The files of each wish, as the app gives them: they are valid, they work with the key of the wish, and they use all of its rights. */

const ADMIN_KEY = 'the-admin-key-of-this-test'
const PROJECTS = '2f1c0de0-0003-4000-8000-000000000001'
const run = promisify(execFile)

interface Line {
  operation?: string
  group?: string | null
  key?: string | null
  status: number
}

let gateway: Awaited<ReturnType<typeof startSimulatedGateway>>
let origin: string
let folder: string
/** The lines of the log of named keys. */
let lines: Line[] = []
let receiver: Server
let receivedAt: string
/** What a channel or a webhook received. */
let received: { path: string; headers: Record<string, unknown>; body: Record<string, unknown> }[] = []

beforeAll(async () => {
  receiver = createServer((incoming, outgoing) => {
    let text = ''
    incoming.on('data', (chunk) => {
      text += chunk
    })
    incoming.on('end', () => {
      received.push({ path: incoming.url ?? '', headers: incoming.headers, body: JSON.parse(text) })
      // As Slack answers.
      outgoing.end('ok')
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  receivedAt = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
  folder = await mkdtemp(join(tmpdir(), 'latchkey-wishes-'))
  gateway = await startSimulatedGateway({
    key: 'test-pro-key',
    settings: { ADMIN_KEY, CREDENTIALS_KEY: `${'A'.repeat(43)}=` },
    onLog: (line) => {
      if (line.startsWith('{')) lines.push(JSON.parse(line))
    },
  })
  origin = gateway.origin.replace(/\/$/, '')
  const bill = {
    product_nm: '미술 수업',
    member_nm: '김하늘',
    phone: '010-1234-5678',
    price: 1000,
    expire_dt: '2099-12-31',
  }
  const headers = { 'X-API-KEY': 'test-pro-key', 'X-Payment-Mode': 'true', 'Content-Type': 'application/json' }
  const sent = await fetch(`${origin}/api/v1/payment/request`, { method: 'POST', headers, body: JSON.stringify(bill) })
  expect(sent.status).toBe(200)
})
afterAll(async () => {
  receiver?.close()
  await Promise.all([gateway?.stop(), folder && rm(folder, { recursive: true })])
})

async function asOwner<Answer>(path: string, body: object): Promise<Answer> {
  const answer = await fetch(`${origin}/api/v1${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${ADMIN_KEY}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(answer.status, `${path} ${await answer.clone().text()}`).toBeLessThan(300)
  return (await answer.json()) as Answer
}

/** The key of a wish, as the app makes it, and its files. */
async function grant(id: WishId, messages: Given['messages'] = wishesTexts.ko.messages) {
  const { event, groups, hour, readOnly, requests, script, tools } = WISHES[id]
  const terms = { name: id, licence: 'pro', groups, read_only: readOnly }
  const { key } = await asOwner<{ key: string }>('/admin/keys', terms)
  const given: Given = { origin, table: PROJECTS, slack: `${receivedAt}/slack`, video: VIDEO_IDS.manual, messages }
  const trigger: Trigger = event
    ? { kind: 'event', webhookId: `5f1c0de0-0001-4000-8000-00000000000${id.length % 10}` }
    : hour === undefined
      ? { kind: 'person' }
      : { kind: 'daily', hour }
  const program: Program = { name: id, trigger, requests: requests(given), key }
  const other = { ...program, requests: (script ?? requests)(given) }
  return { key, event, tools, finish: (tool: Parameters<typeof finish>[0]) => finish(tool, program, other, origin, id) }
}

/** What a subscription for a wish delivers as its sample. */
async function deliverSample({ type, include }: NonNullable<(typeof WISHES)[WishId]['event']>) {
  const url = `${receivedAt}/hook-${type}`
  const { id } = await asOwner<{ id: string }>('/events/subscriptions', { url, types: [type], include })
  const { ok } = await asOwner<{ ok: boolean }>(`/events/subscriptions/${id}/test`, { type })
  expect(ok).toBe(true)
  const delivery = received.find(({ path }) => path.startsWith('/hook-'))
  if (!delivery) throw new Error('the sample did not arrive')
  return delivery
}

async function runCode(name: string, text: string): Promise<void> {
  const [program, file] =
    name === 'curl' ? ['bash', 'a.sh'] : name === 'Python' ? ['python3', 'a.py'] : [process.execPath, 'a.mjs']
  await writeFile(
    join(folder, file),
    name === 'curl' ? `set -e\n${text.replace('curl', 'curl -sS --fail-with-body')}` : text,
  )
  await run(program, [join(folder, file)], { timeout: 60_000 })
}

const ids = Object.keys(WISHES) as WishId[]

describe.each(ids)('%s', (id) => {
  it('has files that are valid and work, and a key with the rights that they need and no others', async () => {
    received = []
    const { key, event, tools, finish: finished } = await grant(id)
    const delivery = event && (await deliverSample(event))
    const item = delivery ? { headers: delivery.headers, params: {}, query: {}, body: delivery.body } : {}
    lines = []
    received = []
    for (const tool of tools) {
      const files = finished(tool)
      for (const { text } of files) expect(text).toContain(key)
      if (tool === 'n8n') {
        const workflow = JSON.parse(files[0]?.text ?? '') as IWorkflowBase
        expect(findIssues(workflow)).toEqual([])
        await runWorkflow(workflow, item as never)
      } else if (tool === 'make') {
        const blueprint = JSON.parse(files[0]?.text ?? '') as Blueprint
        expect(blueprint.metadata.instant).toBe(event !== undefined)
        await runScenario(blueprint, delivery?.body)
      } else if (tool === 'code') {
        expect(files.map(({ name }) => name)).toEqual(expect.arrayContaining(['JavaScript', 'Python']))
        for (const { name, text } of files) await runCode(name, text)
      } else await expectTools(key)
    }
    const own = lines.filter((line) => line.key && line.group)
    // A sample may be about what the account does not have, which its workflow expects.
    const refused = own.filter(({ status }) => status >= 400 && status !== 404)
    expect(refused).toEqual([])
    const used = new Set(own.filter(({ group }) => group !== 'gateway').map(({ group }) => group))
    expect([...used].sort()).toEqual([...WISHES[id].groups].sort())
    const writes = own.filter(({ operation = '' }) => /_(create|upsert|replace)_/.test(operation))
    expect(writes.length > 0, 'a key that may write is for a wish that writes').toBe(!WISHES[id].readOnly)
    if (WISHES[id].needs === 'slack') {
      const channel = received.filter(({ path }) => path === '/slack')
      expect(channel).toHaveLength(4)
      for (const { headers, body } of channel) {
        expect(headers['x-api-key']).toBeUndefined()
        expect(body.text).toMatch(/[가-힣]/)
        expect(body.text).not.toMatch(/undefined|null|None|\[object/)
      }
    }
  })
})

/** Whether an agent with the key finds and calls a tool of each of its groups. */
async function expectTools(key: string): Promise<void> {
  const answer = await fetch(`${origin}/mcp`, {
    method: 'POST',
    headers: {
      'X-API-KEY': key,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  })
  const { result } = (await answer.json()) as { result: { tools: { name: string }[] } }
  expect(result.tools.length).toBeGreaterThan(0)
}

describe('a meeting note in Notion', () => {
  it('is one page, however often the event is delivered, with the text as it was', async () => {
    received = []
    const { event, finish: finished } = await grant('notes-to-notion')
    if (!event) throw new Error('it has no event')
    const { body } = await deliverSample(event)
    const title = '"주간" 회의 }} {{ $json }} \\ 끝\n둘째 줄'
    const data = { ...(body.data as object), guid: `note-${Date.now()}`, title }
    const find = async () => {
      const answer = await fetch(`${origin}/api/v2/workspace/data-source/${PROJECTS}/query`, {
        method: 'POST',
        headers: { 'X-API-KEY': 'test-pro-key', 'Content-Type': 'application/json' },
        body: JSON.stringify({ filters: [{ key: 'Name', operator: 'contains', value: '둘째 줄' }] }),
      })
      const { results } = (await answer.json()) as { results: { simple_properties: { Name: string } }[] }
      return results.map(({ simple_properties }) => simple_properties.Name)
    }
    const workflow = JSON.parse(finished('n8n')[0]?.text ?? '') as IWorkflowBase
    for (let time = 0; time < 2; time++) await runWorkflow(workflow, { body: { ...body, data } } as never)
    expect(await find()).toEqual([title])
    const blueprint = JSON.parse(finished('make')[0]?.text ?? '') as Blueprint
    await runScenario(blueprint, { ...body, data })
    // Make sends the same text, so it is the same page.
    expect(await find()).toEqual([title])
  })
})

it('every message has the values that its wish fills in', () => {
  for (const wishes of [wishesTexts.en, wishesTexts.ko])
    for (const [name, message] of Object.entries(wishes.messages)) {
      const own = message.match(/\{\w+\}/g) ?? []
      const others = (wishesTexts.en.messages as Record<string, string>)[name]?.match(/\{\w+\}/g) ?? []
      expect(own.toSorted()).toEqual(others.toSorted())
    }
})
