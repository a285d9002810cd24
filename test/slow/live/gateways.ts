import type { Miniflare } from 'miniflare'
import { clockModule } from '../../../scripts/support/clock-module.ts'
import { LOCAL_CREDENTIALS_KEY, startWorkers } from '../../../scripts/support/gateways.ts'
import { keepLocalKey, type LocalKey } from '../../../scripts/support/local-key.ts'
import { outboundTo } from '../../../scripts/support/outbound.ts'
import type { GatewayOptions } from '../../../scripts/support/workerd.ts'
import { ACCESS_NAME, type KeyRecord } from '../../../src/base/access.ts'
import type { Env, Stub } from '../../../src/base/env.ts'
import { Settings } from '../../../src/base/settings.ts'
import { getOwner } from '../../../src/gateway/auth/oauth/clients.ts'
import { dataKey } from '../../../src/upstream/data-key.ts'
import { readRecord } from '../../../src/upstream/store.ts'
import { CLOCK_SHIFT } from '../../simulators/clock.ts'
import type { Simulator } from '../../simulators/simulator.ts'
import { builtWorker } from '../../support/build.ts'
import type { Overrides } from '../../support/gateway.ts'

export const LIVE_KEY = 'live-pro-key'
export const LIVE_CREDENTIALS_KEY = LOCAL_CREDENTIALS_KEY

/** One of several gateways in a runtime, with a separate isolate. */
export interface LiveGateway extends Pick<GatewayOptions, 'sharesWith' | 'sharesNamespacesOf' | 'before'> {
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
  /** Calls a path, or an address, of a gateway over HTTP, on the socket of its own Worker. Rejects where the runtime stops before it answers. */
  ask(gateway: string, path: string, init?: RequestInit): Promise<LiveAnswer>
  /** Makes a named key of a gateway with a chosen text. */
  keepKey(gateway: string, key: string, fields: LocalKey): Promise<void>
  /** The origin of a gateway. */
  readOrigin(gateway: string): Promise<string>
  /** The settings of a gateway as its Worker has them, for reading what it stored. */
  readSettings(gateway: string, CREDENTIALS_KEY?: string): Promise<Settings>
  /** The STORE of a gateway. */
  readStore(gateway: string): ReturnType<Miniflare['getKVNamespace']>
  /** The grants of a gateway, and their owner. */
  openAccess(gateway: string): Promise<{ access: Stub<'ACCESS'>; owner: string }>
  /** What all gateways wrote, line by line. */
  readonly log: string[]
  /** Sends SIGKILL to the runtime, so that nothing can respond or write anything more. May be called twice. */
  stop(): Promise<void>
}

/**
 * The built Worker in Cloudflare's runtime with a Pro key and the running clock of the tests, called over HTTP. As in
 * production, objects of one request cannot be used in another, which a single test context would allow. The products
 * stay in the test's process, which decides when a call gets its response, and outlive the gateways.
 *
 * @param storage a folder in which STORE and the Durable Objects persist; in memory when absent
 * @param ahead how far the clock of the gateways is ahead of the products', in milliseconds
 */
export async function startGateways(
  gateways: readonly LiveGateway[],
  storage?: string,
  ahead = 0,
): Promise<LiveRuntime> {
  const log: string[] = []
  const running = gateways.map(({ productAt, settings, before = [], ...gateway }) => ({
    ...gateway,
    settings: { API_KEY: LIVE_KEY, LICENCE: 'pro', CREDENTIALS_KEY: LIVE_CREDENTIALS_KEY, ...settings },
    before: [clockModule(CLOCK_SHIFT + ahead), partsModule, ...before],
    outbound: outboundTo(productAt),
  }))
  const runtime = await startWorkers(await builtWorker(), running, { storage, hear: (line) => log.push(line) })
  let stopped: Promise<void> | undefined
  const readSettings = async (gateway: string, CREDENTIALS_KEY = LIVE_CREDENTIALS_KEY) => {
    const [access, ACCOUNTS, STORE] = await Promise.all([
      runtime.getDurableObjectNamespace('ACCESS', gateway),
      runtime.getDurableObjectNamespace('ACCOUNTS', gateway),
      runtime.getKVNamespace('STORE', gateway),
    ])
    const ACCESS = { getByName: (name: string) => withParts(access.get(access.idFromName(name))) }
    return new Settings({ ACCESS, ACCOUNTS, STORE, CREDENTIALS_KEY } as unknown as Env)
  }
  return {
    log,
    stop() {
      stopped ??= runtime.dispose()
      return stopped
    },
    readOrigin: async (gateway) => (await runtime.unsafeGetDirectURL(gateway)).origin,
    readStore: (gateway) => runtime.getKVNamespace('STORE', gateway),
    readSettings,
    openAccess: async (gateway) => {
      const settings = await readSettings(gateway)
      return { access: settings.env.ACCESS.getByName(ACCESS_NAME), owner: getOwner(settings) }
    },
    keepKey: (gateway, key, fields) => keepLocalKey(runtime, gateway, key, fields),
    async ask(gateway, path, init) {
      const response = await fetch(new URL(path, await runtime.unsafeGetDirectURL(gateway)), init)
      const text = await response.text()
      return { status: response.status, headers: response.headers, text, json: tryJson(text) }
    },
  }
}

/** Calls a method of a part of ACCESS. Outside of a Worker, a stub reaches the methods of the object only. */
const partsModule = (inner: string): string => `
import built, { Access as BuiltAccess } from '${inner}'
export * from '${inner}'
export class Access extends BuiltAccess {
  callPart(part, method, input) {
    return this[part][method](...input)
  }
}
export default built
`

type PartStub = Record<string, (...input: unknown[]) => unknown>

/** A stub outside of a Worker, with the parts that a Worker reaches. */
const withParts = (stub: object) =>
  new Proxy(stub as PartStub, {
    get: (object, name: string) =>
      new Proxy((...input: unknown[]) => object[name]?.(...input), {
        get:
          (_, method) =>
          (...input: unknown[]) =>
            object.callPart?.(name, String(method), input),
      }),
  })

/** The copies of named keys in STORE, oldest first. */
export async function readKeyCopies(settings: Settings): Promise<KeyRecord[]> {
  const { id } = await dataKey(settings)
  const { keys } = await settings.env.STORE.list({ prefix: `${id}/keys/` })
  const copies = await Promise.all(keys.map(({ name }) => readRecord(settings, name.slice(id.length + 1))))
  return (copies as KeyRecord[]).sort((one, other) => one.created_at.localeCompare(other.created_at))
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
