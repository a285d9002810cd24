import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { INSTRUCTION_TEXTS } from '../../../../src/surfaces/mcp/protocol/instruction-texts.ts'
import { formatInstructions } from '../../../../src/surfaces/mcp/protocol/instructions.ts'
import { toTool } from '../../../../src/surfaces/mcp/tools/definition.ts'
import { getText } from '../../../../src/surfaces/mcp/tools/texts.ts'
import { registered } from '../../../contract/subjects.ts'
import { createGateway, json, PRO_KEY } from '../../../support/gateway.ts'
import { createWorld } from '../../../support/world.ts'
import { createReference } from './reference.ts'
import { type Sample, samples } from './samples.ts'

/** The gateway's own implementation returns what the official package returns: status, type and JSON. */

beforeEach(() => void createWorld())
afterEach(() => vi.restoreAllMocks())

/** The only tool that needs neither a product nor headers. */
const TOOL = 'payment_format_phone_number'
const operation = registered.find(({ operation: { id } }) => id === TOOL)?.operation ?? expect.fail(`no ${TOOL}`)
const gateway = createGateway()

const askReference = createReference({
  list: [toTool(operation, getText('payment', TOOL)).definition],
  instructions: formatInstructions(INSTRUCTION_TEXTS, 'Latchkey', {
    groups: ['payment'],
    hasTool: (name) => name === TOOL,
    absent: new Map([['payment', 'not connected']]),
    app: 'https://latchkey.test/',
    isGrant: false,
  }),
  call: async (name, args) => {
    if (name !== TOOL) return undefined
    const { text } = await gateway.call('/api/v1/payment/format-phone-number', json('POST', args))
    return { content: [{ type: 'text', text }] }
  },
})

interface Answered {
  status: number
  type: string | undefined
  body: unknown
}

function getRequest({ body, headers = {} }: Sample): Request {
  const sent = new Headers({
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
    'X-API-KEY': PRO_KEY,
  })
  for (const [name, value] of Object.entries(headers)) {
    if (value === null) sent.delete(name)
    else sent.set(name, value)
  }
  // Bytes, because a string would get a default content type.
  const bytes = new TextEncoder().encode(JSON.stringify(body))
  return new Request('https://latchkey.test/mcp?groups=payment&tools=all', {
    method: 'POST',
    headers: sent,
    body: bytes,
  })
}

function answered(status: number, type: string | null, text: string): Answered {
  const essence = text ? type?.split(';')[0] : undefined
  const parsed = essence === 'application/json' ? JSON.parse(text) : text.split('\n').map(parseFrame)
  return { status, type: essence, body: parsed }
}

const parseFrame = (line: string) => (line.startsWith('data: ') ? JSON.parse(line.slice('data: '.length)) : line)

async function askGateway(sample: Sample): Promise<Answered> {
  const request = getRequest(sample)
  const init = { method: 'POST', headers: request.headers, body: await request.arrayBuffer() }
  const { status, headers, text } = await gateway.call('/mcp?groups=payment&tools=all', init)
  return answered(status, headers.get('Content-Type'), text)
}

async function askPackage(sample: Sample): Promise<Answered> {
  const response = await askReference(getRequest(sample), JSON.parse(JSON.stringify(sample.body)))
  return answered(response.status, response.headers.get('Content-Type'), await response.text())
}

interface Difference {
  why: string
  samples: readonly string[]
  body: unknown
}

/** Where the gateway answers otherwise, and why. */
const DIFFERENCES: readonly Difference[] = [
  {
    why: 'wrong params are -32602 by the protocol; the package tells an internal error, in the words of its validator',
    samples: [
      'handshake, params lacking',
      'handshake, no params',
      'handshake, a number as revision',
      'handshake, client without a version',
      '2025 tools/list, odd cursor',
      '2026 tools/list, odd cursor',
    ],
    body: { id: 1, error: { code: -32602, message: expect.stringMatching(/^Invalid params: /) } },
  },
  {
    why: 'the same error in a sentence, where the package prints the findings of its validator as JSON',
    samples: [
      '2025 tools/call, no name',
      '2025 tools/call, no params',
      '2025 tools/call, a list of arguments',
      '2026 tools/call, no name',
      '2026 tools/call, a number as name',
      '2026 tools/call, a list of arguments',
    ],
    body: {
      id: 1,
      error: { code: -32602, message: expect.stringMatching(/^Invalid params: (name|arguments) must be/) },
    },
  },
  {
    why: 'each request of a batch has its response; the package keeps one for each id',
    samples: ['batch with one id twice'],
    body: [
      { jsonrpc: '2.0', id: 1, result: {} },
      { jsonrpc: '2.0', id: 1, result: {} },
    ],
  },
]
const different = DIFFERENCES.flatMap(({ samples: names, ...rest }) => names.map((name) => ({ name, ...rest })))

it('has samples of every kind', () => {
  expect(Object.keys(samples).length).toBeGreaterThan(150)
})

it.each(Object.entries(samples).filter(([name]) => !different.some((one) => one.name === name)))(
  '%s',
  async (_, sample) => {
    expect(await askGateway(sample)).toEqual(await askPackage(sample))
  },
)

it.each(different)('$name: otherwise, because $why', async ({ name, body }) => {
  const sample = samples[name] ?? expect.fail(`no sample ${name}`)
  const ours = await askGateway(sample)
  const reference = await askPackage(sample)
  expect(ours).not.toEqual(reference)
  expect(ours).toMatchObject({ status: reference.status, type: reference.type, body })
})
