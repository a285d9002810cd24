import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Simulator } from '../../test/simulators/simulator.ts'
import { answerAs, readRequest } from './outbound.ts'

/** The host of the page where a person authorizes an app to use the social account. */
const CONSENT_HOST = 'threads.net'

/** A simulated product's own page on this machine, for a browser. */
export interface ConsentServer {
  /** The value of SOCIAL_AUTHORIZE_URL. */
  address: string
  stop(): Promise<void>
}

export async function startConsentServer(productAt: (host: string) => Simulator | undefined): Promise<ConsentServer> {
  const server = createServer((incoming, outgoing) => {
    const answer = async () => {
      const { url, method, headers, body } = await readRequest(incoming, outgoing).then(async (request) => ({
        url: new URL(request.url),
        method: request.method,
        headers: request.headers,
        body: request.body ? await request.arrayBuffer() : null,
      }))
      const product = productAt(CONSENT_HOST)
      if (!product || url.pathname !== '/oauth/authorize') return void outgoing.writeHead(404).end()
      await answerAs(
        outgoing,
        await product.fetch(
          new Request(`https://${CONSENT_HOST}${url.pathname}${url.search}`, { method, headers, body }),
        ),
      )
    }
    answer().catch(() => incoming.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${port}/oauth/authorize`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
