import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Webhook } from 'standardwebhooks'
import { expect } from 'vitest'
import { ROOT } from '../../../scripts/support/build.ts'

const run = promisify(execFile)

/** Prints all connectors into a folder. */
export const printConnectors = (folder: string) =>
  run(process.execPath, [join(ROOT, 'scripts/connectors.ts'), '--out', folder])

/** Whether two printed packages have the same files. */
export async function expectSameFiles(first: string, second: string, atLeast: number): Promise<void> {
  const names = await readdir(second, { recursive: true, withFileTypes: true })
  const files = names.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name))
  expect(files.length).toBeGreaterThan(atLeast)
  for (const file of files)
    expect(await readFile(file, 'utf8')).toBe(await readFile(file.replace(second, first), 'utf8'))
}

type Respond = (
  url: URL,
  body: string,
  headers: Record<string, string>,
) => [status: number, body: object | Buffer] | Promise<[status: number, body: object | Buffer]>

/** A server that plays whatever the gateway or a connector asks for, beyond the simulated products. */
export async function startOther(more: Record<string, string> = {}) {
  const refuse: Respond = ({ pathname }) => [599, { error: `nothing should have asked for ${pathname}` }]
  let respond = refuse
  const server = createServer(async (incoming, outgoing) => {
    let text = ''
    for await (const chunk of incoming) text += chunk
    const headers = incoming.headers as Record<string, string>
    const [status, body] = await respond(new URL(incoming.url ?? '', 'http://localhost'), text, headers)
    const isFile = Buffer.isBuffer(body)
    outgoing.writeHead(status, { 'Content-Type': isFile ? 'audio/mpeg' : 'application/json', ...more })
    outgoing.end(isFile ? body : JSON.stringify(body))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Without a function, each request fails. */
    respond: (next: Respond = refuse) => {
      respond = next
    },
    close: () => server.close(),
  }
}

/** The headers of a delivery. */
export const sign = (body: string, secret: string, at = new Date()) => ({
  'webhook-id': 'msg_1',
  'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
  'webhook-signature': new Webhook(secret).sign('msg_1', at, body),
})
