import type { Miniflare } from 'miniflare'
import { keepLocalKey, type LocalKey } from '../../scripts/support/local-key.ts'
import { outboundTo } from '../../scripts/support/outbound.ts'
import type { GatewayOptions } from '../../scripts/support/workerd.ts'
import type { Overrides } from '../support/gateway.ts'
import type { Simulator } from '../upstreams/simulator.ts'
import { builtWorker } from './build.ts'
import { LIVE_CREDENTIALS_KEY, startRuntime } from './runtime.ts'

export { LIVE_CREDENTIALS_KEY, LIVE_KEY } from './runtime.ts'

/** One of several gateways in a runtime, with a separate isolate. */
export interface LiveGateway extends Pick<GatewayOptions, 'sharesWith' | 'sharesNamespacesOf'> {
  name: string
  settings: Overrides
  productAt: (host: string) => Simulator | undefined
}

export interface LiveAnswer {
  status: number
  headers: Headers
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into any answer and fails on what is not there
  json: any
}

export interface LiveRuntime {
  /** Calls a gateway over HTTP, on the socket of its own Worker. */
  ask(gateway: string, path: string, init?: RequestInit): Promise<LiveAnswer>
  /** Stores a named key of a gateway that has the common CREDENTIALS_KEY. */
  keepKey(gateway: string, key: string, record: LocalKey): Promise<void>
  /** The origin of a gateway. */
  readOrigin(gateway: string): Promise<string>
  /** The STORE of a gateway. */
  readStore(gateway: string): ReturnType<Miniflare['getKVNamespace']>
  /** The OAUTH_KV of a gateway. */
  readGrants(gateway: string): ReturnType<Miniflare['getKVNamespace']>
  /** The owner of a gateway's grants. */
  readOwner(gateway: string): Promise<string>
  /** What all gateways wrote, line by line. */
  readonly log: string[]
  stop(): Promise<void>
}

/**
 * The built Worker in Cloudflare's runtime, called over HTTP. As in production, objects of one request cannot be used
 * in another, which a single test context would allow.
 *
 * @param storage a folder in which STORE and the Durable Objects persist; in memory when absent
 */
export async function startGateways(gateways: readonly LiveGateway[], storage?: string): Promise<LiveRuntime> {
  const log: string[] = []
  const running = gateways.map(({ productAt, ...gateway }) => ({ ...gateway, outbound: outboundTo(productAt) }))
  const runtime = await startRuntime(await builtWorker(), running, { storage, hear: (line) => log.push(line) })
  return {
    log,
    stop: () => runtime.dispose(),
    readOrigin: async (gateway) => (await runtime.unsafeGetDirectURL(gateway)).origin,
    readStore: (gateway) => runtime.getKVNamespace('STORE', gateway),
    readGrants: (gateway) => runtime.getKVNamespace('OAUTH_KV', gateway),
    readOwner: async (gateway) => {
      const objects = await runtime.getDurableObjectNamespace('ACCOUNTS', gateway)
      return `owner-${objects.idFromName('owner')}`
    },
    keepKey: async (gateway, key, record) =>
      keepLocalKey(await runtime.getKVNamespace('STORE', gateway), LIVE_CREDENTIALS_KEY, key, record),
    ask: async (gateway, path, init) => askAt(await runtime.unsafeGetDirectURL(gateway), path, init),
  }
}

/** Calls a gateway at its URL, and reads the whole response. */
export async function askAt(address: URL, path: string, init?: RequestInit): Promise<LiveAnswer> {
  const response = await fetch(new URL(path, address), init)
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, json: tryJson(text) }
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
