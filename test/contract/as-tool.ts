import { expect } from 'vitest'
import { toTool } from '../../src/mcp/definition.ts'
import { FOREIGN } from '../../src/mcp/result.ts'
import { changeAt, changeTexts, selectShown, withoutSignedLinks } from '../../src/mcp/values.ts'
import { jsonSchema } from '../../src/openapi/json-schema.ts'
import { connect } from '../mcp/clients.ts'
import { reachOf, toToolCall } from '../mcp/tool-call.ts'
import type { Answer, Gateway } from '../support/gateway.ts'
import type { Subject } from './subjects.ts'

/** The row's request as a tool call returns what it returns over HTTP, in the format of tools. */
export async function expectToolResult(subject: Subject, gateway: Gateway, { text }: Answer): Promise<void> {
  const { args, headers } = toToolCall(subject)
  const client = await connect(gateway, { headers })
  const tool = toolOf(subject)
  // Where the tool has its own default, the route's is used here.
  for (const name of Object.keys(tool.defaults ?? {})) {
    const { query } = subject.operation.input()
    const initial = query && jsonSchema(query, 'input').properties?.[name]?.default
    if (initial !== undefined) args[name] ??= initial
  }
  const { isError, texts } = await client.callTool(reachOf(subject.operation), { tool: subject.id, arguments: args })
  expect(isError, texts.join('\n')).toBe(false)
  const isForeign = tool.isForeign === true && subject.operation.status !== 204
  expect(texts.filter((one) => one === FOREIGN)).toHaveLength(isForeign ? 1 : 0)
  const unasked = texts.filter((one) => one.startsWith('Nobody was asked'))
  expect(unasked).toHaveLength(subject.operation.effect === undefined ? 0 : 1)
  const [answer = '', ...notes] = texts.filter((one) => one !== FOREIGN && !unasked.includes(one))
  if (!text) expect([answer, ...notes]).toEqual(['done'])
  else if (notes.length === 0)
    expect(JSON.parse(answer)).toEqual(inShort(subject, asToolsAnswer(subject, JSON.parse(text))))
  else expect(notes).toEqual([expect.stringMatching(/next part|again/)])
}

const toolOf = ({ method, route, operation }: Subject) => toTool({ method, path: route, operation })

/** In the time zone of the tests. */
const local = (ms: number) => new Date(ms + 9 * 3_600_000).toISOString().replace(/(?:\.000)?Z$/, '+09:00')

const formatClock = (ms: number) => new Date(ms).toISOString().slice(11, 19)

const isWon = (value: unknown): value is { units: number } =>
  typeof value === 'object' && value !== null && 'currencyCode' in value && value.currencyCode === 'KRW'

/** Names of fields in which an epoch is a time, whatever the schema says. */
const OF_TIMES = /(?:_time|_at|_ms|Time|At|version)$/

function inLocalTime(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => inLocalTime(item))
  if (isWon(value)) return value.units
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, inLocalTime(field, key)]))
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)$/.test(value))
    return local(Date.parse(value))
  if (typeof value !== 'number') return value
  if (value >= 1e9 && value < 2e9 && /(?:_at|At|version)$/.test(name)) return local(value * 1000)
  return value >= 1e12 && value < 2e12 && OF_TIMES.test(name) ? local(value) : value
}

/** Times are local, amounts are numbers, and no agent sees the URL of a subscription. */
function asToolsAnswer(subject: Subject, answer: unknown): unknown {
  const { operation } = subject
  const json = inLocalTime(answer)
  if (operation.group === 'events')
    for (const path of ['url', 'subscriptions.[].url']) changeAt(json, path, () => undefined)
  const tool = toolOf(subject)
  for (const path of tool.positions ?? []) changeAt(json, path, (ms) => (typeof ms === 'number' ? formatClock(ms) : ms))
  for (const path of tool.epochs ?? []) {
    changeAt(json, path, (time) =>
      typeof time !== 'number' || time === 0 ? time : local(time < 1e11 ? time * 1000 : time),
    )
  }
  return json
}

/** Fields that a model does not need are left out, unless it requests all. */
function inShort(subject: Subject, answer: unknown): unknown {
  const { omitted = [], shown } = toolOf(subject)
  for (const path of omitted) changeAt(answer, path, () => undefined)
  const short = shown ? selectShown(answer, shown) : answer
  const keeps = (name: string) =>
    name === 'audio_url' || (subject.operation.group === 'workspace' && name === 'markdown')
  return changeTexts(short, (name, text) => (keeps(name) ? text : withoutSignedLinks(text)))
}
