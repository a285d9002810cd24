import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'

/** A delivery that arrived. */
export interface Received {
  id: string
  type: string
  /** Whether the Standard Webhooks library accepts its signature. */
  isVerified: boolean
  body: unknown
}

/** A webhook endpoint on this machine, with switches that make something happen. */
export interface EventReceiver {
  url: string
  /** Whether the port to try first was in use. */
  isElsewhere: boolean
  switchAt(name: string): string
  /** Checks signatures with this secret from now on. */
  verifyWith(secret: string): void
  stop(): Promise<void>
}

/** How many deliveries its page shows, newest first. */
const MOST_SHOWN = 50

/** How many ports it tries, one after the other. */
const MOST_TRIED = 20

/**
 * Starts it on the first free port, so that the addresses in a shell's history stay right after a restart.
 *
 * @param switches by name; each makes something happen at a simulated product, and returns what
 * @param onReceived called for each delivery
 * @param first the port to try first; 0 for any free one
 */
export async function startEventReceiver(
  switches: Readonly<Record<string, () => Promise<unknown>>>,
  onReceived: (received: Received) => void,
  first = 0,
): Promise<EventReceiver> {
  const shown: Received[] = []
  let webhook: Webhook | undefined
  const receive = (incoming: IncomingMessage, text: string) => {
    const headers = Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]))
    const body = JSON.parse(text)
    const received = {
      id: headers['webhook-id'] ?? '',
      type: body.type,
      isVerified: verifies(webhook, text, headers),
      body,
    }
    shown.unshift(received)
    shown.splice(MOST_SHOWN)
    onReceived(received)
  }
  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const asked = `${incoming.method} ${incoming.url}`
    const happen = switches[asked.replace(/^POST \/happen\//, '')]
    if (asked === 'GET /events') return sendJson(outgoing, 200, shown)
    if (happen) return sendJson(outgoing, 200, await happen())
    if (asked !== 'POST /events')
      return sendJson(outgoing, 404, { error: 'POST /events takes deliveries, GET shows them' })
    receive(incoming, await getText(incoming))
    return sendJson(outgoing, 200, {})
  }
  const server = createServer((incoming, outgoing) => {
    answer(incoming, outgoing).catch((error: Error) => sendJson(outgoing, 500, { error: error.message }))
  })
  await listen(server, first)
  const { port } = server.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`
  return {
    url: `${origin}/events`,
    isElsewhere: first !== 0 && first < 65_536 && port !== first,
    switchAt: (name) => `${origin}/happen/${name}`,
    verifyWith: (secret) => {
      webhook = new Webhook(secret)
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function listen(server: Server, first: number): Promise<void> {
  for (let port = first; ; port++) {
    // Port 0 is any free one.
    server.listen(port < first + MOST_TRIED && port < 65_536 ? port : 0, '127.0.0.1')
    try {
      await once(server, 'listening')
      return
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error
    }
  }
}

function verifies(webhook: Webhook | undefined, text: string, headers: Record<string, string>): boolean {
  try {
    webhook?.verify(text, headers)
    return webhook !== undefined
  } catch {
    return false
  }
}

async function getText(incoming: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of incoming) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

function sendJson(outgoing: ServerResponse, status: number, body: unknown): void {
  outgoing.writeHead(status, { 'Content-Type': 'application/json' }).end(`${JSON.stringify(body, null, 2)}\n`)
}
