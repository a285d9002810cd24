import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import type { SourceMapPayload } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ROOT } from '../../../scripts/support/build.ts'
import { startSimulatedGateway } from '../../../scripts/support/simulated-gateway.ts'
import { freePort } from '../../node/scripts/free-port.ts'
import { PRO_KEY } from '../../node/scripts/started-gateway.ts'

/** `npm start -- --inspect PORT`, as Chrome and VS Code meet it. */
let gateway: Awaited<ReturnType<typeof startSimulatedGateway>>
let inspector: string

beforeAll(async () => {
  const inspectorPort = await freePort()
  inspector = `127.0.0.1:${inspectorPort}`
  gateway = await startSimulatedGateway({ key: PRO_KEY, quiet: true, inspectorPort })
})

afterAll(() => gateway.stop())

it('lists the Worker', async () => {
  const targets = await (await fetch(`http://${inspector}/json/list`)).json()
  expect(targets).toEqual([
    expect.objectContaining({ type: 'node', webSocketDebuggerUrl: `ws://${inspector}/latchkey` }),
  ])
})

it('leads a debugger to the files of the project, one to one', async () => {
  const socket = attach('http://localhost')
  await once(socket, 'open')
  const map = new Promise<string>((resolve) => {
    socket.addEventListener('message', ({ data }) => {
      const { method, params } = JSON.parse(String(data)) as { method?: string; params?: { sourceMapURL?: string } }
      if (method === 'Debugger.scriptParsed' && params?.sourceMapURL) resolve(params.sourceMapURL)
    })
  })
  socket.send(JSON.stringify({ id: 1, method: 'Debugger.enable' }))
  const { sourceRoot, sources, sourcesContent } = (await (await fetch(await map)).json()) as SourceMapPayload
  socket.close()
  const file = join(ROOT, 'src/gateway/auth/access.ts')
  const at = sources.findIndex((source) => new URL(source, sourceRoot).href === pathToFileURL(file).href)
  expect(at).toBeGreaterThanOrEqual(0)
  expect(sourcesContent[at]).toBe(await readFile(file, 'utf8'))
})

it('is closed to a page of another origin', async () => {
  const socket = attach('https://elsewhere.example')
  const outcome = await Promise.race([
    new Promise((resolve) => socket.addEventListener('message', () => resolve('answered'))),
    new Promise((resolve) => socket.addEventListener('close', () => resolve('closed'))),
  ])
  expect(outcome).toBe('closed')
})

/** Node's WebSocket sends headers; the types are those of a browser. */
const NodeWebSocket = WebSocket as unknown as new (url: string, options: { headers: HeadersInit }) => WebSocket

const attach = (origin: string) => new NodeWebSocket(`ws://${inspector}/latchkey`, { headers: { Origin: origin } })
