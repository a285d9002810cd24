import { readFile } from 'node:fs/promises'
import { request } from 'node:http'
import type { Outbound } from '../../scripts/support/outbound.ts'
import { haltingModule } from './halting-module.ts'
import { startRuntime } from './runtime.ts'

/** The arguments of a runtime in a separate process, as JSON in its single argument. */
export interface ProcessPlan {
  /** The path of the built Worker. */
  worker: string
  gateways: {
    name: string
    settings: Record<string, string>
    sharesWith?: string
    /** The step of a rotation at which it halts, from 1. */
    haltsAt?: number
    /** The loopback port of its products, whatever the host of a call. */
    products: number
  }[]
  /** The folder of what outlives the process. */
  storage: string
  /** Milliseconds from the machine's clock to the gateways'. */
  shift: number
}

/** Runs gateways until it is killed, or until its parent process ends. */
const { worker, gateways, storage, shift } = JSON.parse(process.argv[2] ?? '') as ProcessPlan

const ledTo = (port: number): Outbound => ({
  type: 'node-handler',
  handler: (incoming, upstream) => {
    const { method, url: path, headers } = incoming
    const led = request({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
      upstream.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
      answer.pipe(upstream)
    })
    led.on('error', () => incoming.destroy())
    upstream.on('close', () => led.destroy())
    incoming.pipe(led)
  },
})

const runtime = await startRuntime(
  await readFile(worker, 'utf8'),
  gateways.map(({ products, haltsAt, ...gateway }) => ({
    ...{ ...gateway, outbound: ledTo(products) },
    ...(haltsAt !== undefined && { before: [haltingModule(haltsAt)] }),
  })),
  { storage, hear: () => {} },
  shift,
)
const addresses = gateways.map(async ({ name }) => [name, await runtime.unsafeGetDirectURL(name)] as const)
console.log(JSON.stringify(Object.fromEntries(await Promise.all(addresses))))
process.stdin.resume().on('end', () => process.exit())
