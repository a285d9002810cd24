import { createServer, request } from 'node:http'

/** Passes everything on with an API key added, for a client that cannot send one. `target` is set later. */
export async function startKeyAddingProxy(key: string) {
  const to = { target: '' }
  const server = createServer((incoming, upstream) => {
    const { method, headers, url = '/' } = incoming
    const options = { ...(method && { method }), headers: { ...headers, 'x-api-key': key } }
    const passed = request(new URL(url, to.target).href, options, (answer) => {
      upstream.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(upstream)
    })
    passed.on('error', () => upstream.destroy())
    incoming.pipe(passed)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the proxy has no port')
  return {
    origin: `http://127.0.0.1:${address.port}`,
    passTo: (target: string) => {
      to.target = target
    },
    stop: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  }
}
