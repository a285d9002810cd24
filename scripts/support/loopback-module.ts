import { PAGES } from './workerd.ts'

/** The Worker's paths, as patterns in which `*` matches any text. */
const patterns = PAGES.runWorkerFirst.map((path) => `^${path.replaceAll('.', '\\.').replace('*', '.*')}$`)

/**
 * Wraps the built Worker and its files, and only responds to names of this machine: a web page whose own name resolves
 * to this machine (DNS rebinding) can read neither the keys of the reference page nor a response.
 */
export const loopbackModule = (inner: string): string => `
import worker from '${inner}'
export * from '${inner}'

const isLoopback = (host) => host === 'localhost' || host === '[::1]' || /^127(\\.\\d{1,3}){3}$/.test(host)
const own = ${JSON.stringify(patterns)}.map((pattern) => new RegExp(pattern))

export default {
  async fetch(request, env, context) {
    const { hostname, pathname } = new URL(request.url)
    if (!isLoopback(hostname)) {
      return new Response(JSON.stringify({ error: 'Host: must be localhost or a loopback address' }), {
        status: 421,
        headers: { 'Content-Type': 'application/json; charset=UTF-8', 'Cache-Control': 'no-store' },
      })
    }
    if (!own.some((pattern) => pattern.test(pathname))) {
      const file = await env.ASSETS.fetch(request.clone())
      if (file.status !== 404) return file
    }
    return worker.fetch(request, env, context)
  },
}
`
