import type { MiddlewareHandler } from 'hono'
import { parsePlace } from './hosts.ts'
import { checkLink, objectKey } from './signed-links.ts'
import type { Plaud, PlaudEnv, StoredObject } from './state.ts'

/** The buckets behind signed links (facts 7): content that is read whole, audio that is read in ranges too. */
export function storage(plaud: Plaud): MiddlewareHandler<PlaudEnv> {
  return async function storage(c, next) {
    const url = new URL(c.req.url)
    const kind = parsePlace(url.hostname)?.kind
    if (url.protocol !== 'https:' || (kind !== 'content' && kind !== 'audio')) return next()
    if (c.req.header('authorization')) {
      return refusal(400, 'InvalidArgument', 'Only one auth mechanism allowed')
    }
    if (c.req.method !== 'GET') return refusal(403, 'SignatureDoesNotMatch', 'The link was signed for GET')
    switch (checkLink(url, plaud.now())) {
      case 'unsigned':
        return refusal(403, 'AccessDenied', 'Access Denied')
      case 'forged':
        return refusal(403, 'SignatureDoesNotMatch', 'The signature does not match')
      case 'expired':
        return refusal(403, 'AccessDenied', 'Request has expired')
      case 'good': {
        const object = plaud.state.objects.get(`${url.hostname}/${objectKey(url)}`)
        if (!object) return refusal(404, 'NoSuchKey', 'The specified key does not exist.')
        return object.gzip ? written(plaud, object) : binary(object, c.req.header('range'))
      }
    }
  }
}

const refusal = (status: number, code: string, message: string) =>
  new Response(
    `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`,
    { status, headers: { 'content-type': 'application/xml' } },
  )

function written({ switches }: Plaud, { body, type }: StoredObject): Response {
  switch (switches.encoding) {
    case 'header':
      // A body under this header is given decoded: it is what `fetch` hands on, and Miniflare encodes it for the wire.
      return new Response(body, { headers: { 'content-type': type, 'content-encoding': 'gzip' } })
    case 'raw':
      return new Response(new Response(body).body?.pipeThrough(new CompressionStream('gzip')), {
        headers: { 'content-type': 'binary/octet-stream' },
      })
    case 'plain':
      return new Response(body, { headers: { 'content-type': type } })
  }
}

function binary({ body, type }: StoredObject, range: string | undefined): Response {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const [, from, to] = range?.match(/^bytes=(\d+)-(\d*)$/) ?? []
  if (from === undefined) return new Response(bytes, { headers: { 'content-type': type, 'accept-ranges': 'bytes' } })
  const start = Number(from)
  const end = Math.min(to ? Number(to) : bytes.length - 1, bytes.length - 1)
  if (start > end) return refusal(416, 'InvalidRange', 'The requested range is not satisfiable')
  return new Response(bytes.slice(start, end + 1), {
    status: 206,
    headers: { 'content-type': type, 'content-range': `bytes ${start}-${end}/${bytes.length}` },
  })
}
