import { afterEach, describe, expect, it, vi } from 'vitest'
import { jsonSchema } from '../../../../../src/surfaces/json-schema.ts'
import { answerView } from '../../../../../src/surfaces/mcp/tools/answer-schema.ts'
import { changeAt, changeTexts } from '../../../../../src/surfaces/mcp/tools/paths.ts'
import { FOREIGN } from '../../../../../src/surfaces/mcp/tools/result.ts'
import { selectShown, withoutSignedLinks } from '../../../../../src/surfaces/mcp/tools/shown-fields.ts'
import { getText } from '../../../../../src/surfaces/mcp/tools/texts.ts'
import { takesAnything } from '../../../../../src/surfaces/mcp/tools/unknown-arguments.ts'
import { setStage } from '../../../../contract/stage.ts'
import { type Subject, toolSubjects as subjects } from '../../../../contract/subjects.ts'
import { type Answer, BINDINGS, type Gateway } from '../../../../support/gateway.ts'
import { connectV1 } from '../../../../surfaces/mcp/clients.ts'
import { toToolCall } from '../../../../surfaces/mcp/tool-call.ts'

afterEach(() => vi.restoreAllMocks())

/** A stage that generates the same ids as every other such stage. */
function setEqualStage(subject: Subject) {
  vi.restoreAllMocks()
  vi.spyOn(crypto, 'randomUUID').mockReturnValue('00000000-0000-4000-8000-000000000001')
  return setStage(subject)
}

const answers = new Map<Subject, Promise<Answer>>()

/** The same for each test of a subject. */
function overHttp(subject: Subject): Promise<Answer> {
  const answer = answers.get(subject) ?? setEqualStage(subject).ask()
  answers.set(subject, answer)
  return answer
}

/** The stage's gateway, and the headers of the operation. */
let gateway: Gateway
let headers: Record<string, string>

const relay: Gateway = {
  env: BINDINGS,
  call(path, { headers: own, ...init } = {}) {
    const sent = new Headers(own)
    for (const [name, value] of Object.entries(headers)) sent.set(name, value)
    return gateway.call(path, { ...init, headers: sent })
  },
}

const clients = new Map<string, ReturnType<typeof connectGroup>>()

/** A client compiles the schemas of all listed tools, so operations with the same settings and headers share one. */
async function connectGroup(group: string) {
  const client = await connectV1(relay, { search: `?groups=${group}&tools=all&structured=1` })
  return { client, listed: (await client.listTools()).map(({ name }) => name) }
}

/** The v1 client validates the result with the tool's output schema. */
async function asTool(subject: Subject, more: Record<string, unknown> = {}) {
  const { group } = subject.contract
  gateway = setEqualStage(subject).gateway
  const { args, ...call } = toToolCall(subject)
  headers = call.headers
  // Some tools are listed only with a setting or a header.
  const name = JSON.stringify([group, subject.row.connected, headers])
  const connected = clients.get(name) ?? connectGroup(group)
  clients.set(name, connected)
  const { client, listed } = await connected
  expect(listed).toContain(subject.id)
  // Where the tool has its own default, the route's is used here.
  for (const name of Object.keys(getText(subject.contract.group, subject.id).defaults ?? {})) {
    const { query } = subject.operation.input()
    const initial = query && jsonSchema(query, 'input').properties?.[name]?.default
    if (initial !== undefined) args[name] ??= initial
  }
  const { texts, ...answer } = await client.callTool(subject.id, { ...args, ...more })
  const isForeign = getText(subject.contract.group, subject.id).isForeign === true && subject.operation.status !== 204
  expect(texts.filter((text) => text === FOREIGN)).toHaveLength(isForeign ? 1 : 0)
  return { ...answer, texts: texts.filter((text) => text !== FOREIGN && !isLink(text)) }
}

/** The links to texts of a search's answer have tests of their own (resources.test.ts). */
const isLink = (text: string) => text.endsWith('"type":"resource_link"}')

/** In the time zone of the tests. */
const local = (ms: number) => new Date(ms + 9 * 3_600_000).toISOString().replace(/(?:\.000)?Z$/, '+09:00')

const formatClock = (ms: number) => new Date(ms).toISOString().slice(11, 19)

/** Names of fields in which an epoch is a time, whatever the schema says. */
const OF_TIMES = /(?:_time|_at|_ms|Time|At|version)$/

function inLocalTime(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => inLocalTime(item))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, inLocalTime(field, key)]))
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)$/.test(value))
    return local(Date.parse(value))
  if (typeof value !== 'number') return value
  if (value >= 1e9 && value < 2e9 && /(?:_at|At|version)$/.test(name)) return local(value * 1000)
  return value >= 1e12 && value < 2e12 && OF_TIMES.test(name) ? local(value) : value
}

/** Times are local, and no agent sees the URL of a subscription. */
function asToolsAnswer({ operation }: Subject, answer: unknown): unknown {
  const json = inLocalTime(answer)
  if (operation.group === 'events')
    for (const path of ['url', 'subscriptions.[].url']) changeAt(json, path, () => undefined)
  const view = answerView(operation)
  for (const path of view?.positions ?? [])
    changeAt(json, path, (ms) => (typeof ms === 'number' ? formatClock(ms) : ms))
  for (const path of view?.epochs ?? []) {
    changeAt(json, path, (time) =>
      typeof time !== 'number' || time === 0 ? time : local(time < 1e11 ? time * 1000 : time),
    )
  }
  return json
}

/** Fields that a model does not need are left out, unless it requests all. */
function inShort({ operation, id }: Subject, answer: unknown): unknown {
  for (const path of answerView(operation)?.omitted ?? []) changeAt(answer, path, () => undefined)
  const { shown } = getText(operation.group, id)
  const short = shown ? selectShown(answer, shown) : answer
  const keeps = (name: string) => name === 'audio_url' || (operation.group === 'workspace' && name === 'markdown')
  return changeTexts(short, (name, text) => (keeps(name) ? text : withoutSignedLinks(text)))
}

describe.each(subjects)('$id', (subject) => {
  it('returns as a tool what it returns over HTTP, in the format of tools', async () => {
    const { text } = await overHttp(subject)
    const { isError, structured, texts } = await asTool(subject)
    expect(isError).toBe(false)
    if (!text) {
      expect({ structured, texts }).toEqual({ structured: undefined, texts: ['HTTP 204: done'] })
    } else if (texts.length === 1) {
      expect(texts).toEqual([JSON.stringify(structured)])
      expect(structured).toEqual(inShort(subject, asToolsAnswer(subject, JSON.parse(text))))
    } else {
      expect(texts).toEqual([JSON.stringify(structured), expect.stringMatching(/next part|again/)])
    }
  })

  it.skipIf(takesAnything(subject) || subject.operation.status === 204)('gives all of it when asked', async () => {
    const { text } = await overHttp(subject)
    const { structured, texts } = await asTool(subject, { fields: 'all' })
    if (texts.length === 1) expect(structured).toEqual(asToolsAnswer(subject, JSON.parse(text)))
    else expect(texts).toEqual([JSON.stringify(structured), expect.stringMatching(/next part|again|is cut/)])
  })
})
