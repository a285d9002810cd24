import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { expect } from 'vitest'
import { CHANGE, FIND, READ, SEND } from '../../src/mcp/tools.ts'
import { toolSubjects } from '../contract/subjects.ts'
import { EVERY_HEADER } from '../mcp/account-headers.ts'
import { connect, type ListedTool } from '../mcp/clients.ts'
import { reachOf } from '../mcp/tool-call.ts'
import { Clock } from '../simulators/clock.ts'
import { createEndpoint } from '../simulators/events/index.ts'
import { createTiro, TIRO_KEYS } from '../simulators/notes/index.ts'
import { API_KEY, createPaySsam, MEMBER_ID, MERCHANT_ID } from '../simulators/payment/index.ts'
import { createPlaud, type Recording, USER_TOKEN } from '../simulators/recorder/index.ts'
import {
  CONSUMER_SESSION,
  createCoupangConsumer,
  createCoupangSeller,
  SELLER_ACCESS_KEY,
  SELLER_SECRET_KEY,
  SELLER_VENDOR_ID,
} from '../simulators/shop/index.ts'
import { createThreads, SOCIAL_TOKEN } from '../simulators/social/index.ts'
import { createYouTube } from '../simulators/video/index.ts'
import { createNotion, NOTION_TOKENS } from '../simulators/workspace/index.ts'
import { createGateway, type Overrides } from '../support/gateway.ts'
import { createWorldAt, expectNothingUnexpected, holdDeadlines } from '../support/world.ts'

/** More than this, and a client refuses the answer, or a model loses its thread (docs/spec/mcp.md). */
const MOST_IN_AN_ANSWER = 18_000

const ACCOUNTS: Overrides = {
  RECORDER_TOKEN: USER_TOKEN,
  NOTES_TOKEN: TIRO_KEYS.full,
  SHOP_VENDOR_ID: SELLER_VENDOR_ID,
  SHOP_ACCESS_KEY: SELLER_ACCESS_KEY,
  SHOP_SECRET_KEY: SELLER_SECRET_KEY,
  SHOP_SESSION: CONSUMER_SESSION,
  SOCIAL_TOKEN,
  PAYMENT_HOST: 'erp-api.payssam.kr',
  PAYMENT_API_KEY: API_KEY,
  PAYMENT_MEMBER_ID: MEMBER_ID,
  PAYMENT_MERCHANT_ID: MERCHANT_ID,
  PAYMENT_BUSINESS_NUMBER: '111-22-33333',
}

export const HEADERS = { 'X-Workspace-Token': NOTION_TOKENS.full, 'X-Payment-Mode': EVERY_HEADER['X-Payment-Mode'] }

// biome-ignore lint/suspicious/noExplicitAny: a script looks into any answer and fails on what is not there
type Read = any

/** What `gateway_find_tools` answers to a task. */
export interface Found {
  /** What it says before the tools: what no operation does. */
  says: string
  tools: { name: string; reads: boolean }[]
}

/** A script that acts like a model: it sees the list, and finds every other tool by words. */
export interface Model {
  /** Finds tools. A script that does so calls no others but those of the list, with the arguments that it was told. */
  find(task: string): Promise<Found>
  /** Calls a tool that has to succeed. */
  call(name: string, args?: Record<string, unknown>): Promise<Read>
  /** Calls a tool that must fail, and returns its message. */
  fail(name: string, args?: Record<string, unknown>): Promise<string>
  /** A call of a model that knows no list. Returns the message of the failure, also of one by the protocol. */
  wrong(name: string, args?: Record<string, unknown>): Promise<string>
  /** How many calls were made, and how many tokens all answers took. */
  spent(): { calls: number; tokens: number }
}

type Settings = Parameters<typeof createGateway>[0]

/** All products at once, and an endpoint of events, behind one gateway with every account. */
export function setTable(settings: Settings = {}, recordings?: Recording[]) {
  const clock = new Clock()
  const plaud = createPlaud({ clock, ...(recordings && { recordings }) })
  const tiro = createTiro({ clock })
  const notion = createNotion({ clock })
  const consumer = createCoupangConsumer({ clock })
  const seller = createCoupangSeller({ clock })
  const payssam = createPaySsam({ clock })
  const youtube = createYouTube({ clock })
  const threads = createThreads({ clock })
  const endpoint = createEndpoint()
  const products = { plaud, tiro, notion, consumer, seller, payssam, youtube, threads, endpoint }
  const world = createWorldAt(clock, ...Object.values(products))
  holdDeadlines()
  const gateway = createGateway({ ...ACCOUNTS, ...settings })
  return {
    ...products,
    clock,
    gateway,
    log: world.log,
    expectNothingUnexpected: () => expectNothingUnexpected(world),
    /** A talk through the official client. */
    async talk(search = '', headers: Record<string, string> = HEADERS): Promise<Model> {
      const client = await connect(gateway, { headers, search })
      const tools = await client.listTools()
      let calls = 0
      let tokens = 0
      let found: Map<string, { reach: string; args: string }> | undefined
      const send = (name: string, args: Record<string, unknown>) => {
        if (tools.some((tool) => tool.name === name)) return client.callTool(name, args)
        if (found) {
          const { reach = '', args: known = '' } = found.get(name) ?? {}
          expect({ name, reach }, `${name} is not in the list, and was not found`).not.toEqual({ name, reach: '' })
          expect(Object.keys(args).filter((field) => !new RegExp(`\\b${field}\\b`).test(known))).toEqual([])
          return client.callTool(reach, { tool: name, arguments: args })
        }
        const own = toolSubjects.find(({ id }) => id === name)
        return client.callTool(own ? reachOf(own.operation) : 'gateway_change', { tool: name, arguments: args })
      }
      const ask = async (name: string, args: Record<string, unknown>) => {
        expectKnown(tools, name, args)
        const { isError, texts } = await send(name, args)
        const answer = countTokens(texts.join('\n'))
        expect(answer).toBeLessThanOrEqual(MOST_IN_AN_ANSWER)
        calls += 1
        tokens += answer
        return { isError, texts }
      }
      return {
        async find(task) {
          const { isError, texts } = await ask(FIND, { task })
          const text = texts[0] ?? ''
          expect(isError, text).toBe(false)
          const lines = [...text.matchAll(/^(\w+) \((read|change)\): (.*)\n {2}(.*)$/gm)]
          found ??= new Map()
          for (const [, name = '', kind, line = '', args = ''] of lines) {
            const isSent = line.includes(`[${SEND}]`)
            found.set(name, { reach: kind === 'read' ? READ : isSent ? SEND : CHANGE, args })
          }
          return {
            says: text.slice(0, lines[0]?.index).trim(),
            tools: lines.map(([, name = '', kind]) => ({ name, reads: kind === 'read' })),
          }
        },
        async call(name, args = {}) {
          const { isError, texts } = await ask(name, args)
          expect(isError, texts.join('\n')).toBe(false)
          // What was refused of several things is said before the answer.
          const text = texts.find((one) => one.startsWith('{')) ?? texts[0] ?? ''
          return text === 'done' ? undefined : JSON.parse(text)
        },
        async fail(name, args = {}) {
          const { isError, texts } = await ask(name, args)
          expect(isError).toBe(true)
          return texts.join('\n')
        },
        async wrong(name, args = {}) {
          const answer = await send(name, args).catch((error: Error) => ({
            isError: true,
            texts: [error.message],
          }))
          expect(answer.isError, answer.texts.join('\n')).toBe(true)
          calls += 1
          tokens += countTokens(answer.texts.join('\n'))
          return answer.texts.join('\n')
        },
        spent: () => ({ calls, tokens }),
      }
    },
  }
}

/** A model only knows the arguments in a schema of the list. The gateway refuses others anyway. */
function expectKnown(tools: readonly ListedTool[], name: string, args: Record<string, unknown>): void {
  const tool = tools.find((one) => one.name === name)
  if (!tool) return
  const { properties = {}, required = [] } = tool.inputSchema as { properties?: object; required?: string[] }
  const known = [...Object.keys(properties), 'fields', 'offset', 'confirm_duplicate']
  expect(Object.keys(args).filter((field) => !known.includes(field))).toEqual([])
  expect(required.filter((field) => !(field in args))).toEqual([])
}
