import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { Miniflare, type WorkerdStructuredLog } from 'miniflare'
import { ROOT } from '../../../scripts/support/build.ts'
import { LOCAL_CREDENTIALS_KEY } from '../../../scripts/support/gateways.ts'
import { gatewayWorker, OBJECTS } from '../../../scripts/support/workerd.ts'

/** A call of a Durable Object from outside, like a Worker. */
export type Call = <Value>(
  binding: keyof typeof OBJECTS,
  name: string,
  method: string,
  ...args: unknown[]
) => Promise<Value>

/** The code of a release: its Durable Objects, built by `node scripts/release-objects.ts`. */
export const formatRelease = (commit: string): string =>
  gunzipSync(readFileSync(`${ROOT}test/releases/${commit}.js.gz`)).toString()

/** Runs the Durable Objects of some code on what earlier code stored in a folder. */
export async function withObjects(
  code: string,
  storage: string,
  log: string[],
  use: (call: Call) => Promise<void>,
): Promise<void> {
  const settings = { LICENCE: 'pro', CREDENTIALS_KEY: LOCAL_CREDENTIALS_KEY, API_KEY: 'a-long-enough-api-key-for-this' }
  const missing = Object.values(OBJECTS).filter((name) => !exportsClass(code, name))
  const runtime = new Miniflare({
    ...{ cf: false, telemetry: { enabled: false }, resourcePersistencePath: storage },
    handleStructuredLogs: ({ message }: WorkerdStructuredLog) => void log.push(message),
    workers: [{ config: gatewayWorker(code, settings, { before: [asked(missing)] }) }],
  })
  try {
    const address = await runtime.ready
    await use(async <Value>(...question: unknown[]) => {
      const response = await fetch(address, { method: 'POST', body: JSON.stringify(question) })
      if (!response.ok) throw new Error(await response.text())
      return ((await response.json()) as { value: Value }).value
    })
  } finally {
    await runtime.dispose()
  }
}

const exportsClass = (code: string, name: string) => new RegExp(`export\\s*\\{[^}]*\\b${name}\\b[^}]*\\}`).test(code)

/** Passes calls on to the objects. A class that a release has not has no methods. */
const asked = (missing: readonly string[]) => (inner: string) =>
  `
import { DurableObject } from 'cloudflare:workers'
export * from '${inner}'
${missing.map((name) => `export class ${name} extends DurableObject {}`).join('\n')}
export default {
  async fetch(request, env) {
    const [binding, name, method, ...args] = await request.json()
    try {
      return Response.json({ value: await env[binding].getByName(name)[method](...args) })
    } catch (error) {
      return new Response(String(error), { status: 500 })
    }
  },
}
`
