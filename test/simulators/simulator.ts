import type { Hono } from 'hono'

/** One request that a product received, unchanged. */
export interface Call {
  method: string
  url: URL
  headers: Headers
  body: string
}

/** What can go wrong on the way to a product, whatever the product is. */
export type Fault =
  /** The product's own error body for this status, unless `body` is given. */
  | { kind: 'status'; status: number; headers?: Record<string, string>; body?: string }
  /** Never responds. Ends only when the caller aborts. */
  | { kind: 'timeout' }
  /** The connection breaks before an answer. */
  | { kind: 'network' }
  /** A page from the edge instead of a response. */
  | { kind: 'html'; status?: number }
  /** Declared as JSON, and is not. */
  | { kind: 'broken' }
  /** The true answer, cut in the middle. The product has done the work. */
  | { kind: 'cut' }
  /** The true answer, after the product has done the work, never arrives. */
  | { kind: 'lost' }
  | { kind: 'empty'; status?: number }
  | { kind: 'redirect'; location: string; status?: number }
  | { kind: 'delay'; ms: number }

interface FaultPlan {
  /** How many requests it hits; all of them when absent. */
  times?: number
  /** Which requests it hits; all of them when absent. */
  on?: (call: Call) => boolean
}

export interface Simulator {
  readonly name: string
  /** Whether this product answers for the host name. */
  answersFor(host: string): boolean
  fetch(request: Request): Promise<Response>
  /** Everything that arrived, oldest first. */
  readonly calls: Call[]
  /** Those that it works on now. One that it leaves hanging is not among them. */
  readonly pending: ReadonlySet<Call>
  /** Requests that the real product does not know: a test with one fails. */
  readonly unexpected: string[]
  fail(fault: Fault, plan?: FaultPlan): void
  heal(): void
}

interface Product<Own extends object> {
  name: string
  /** Its hosts, or which those are. */
  hosts: readonly string[] | ((host: string) => boolean)
  /** The product itself. An unknown route must end in its `notFound`, which is recorded as unexpected. */
  app: Hono
  /** The product's own body and headers for a failure of this status. */
  errorResponse: (status: number) => Response
  /** What tests may see and change: the state, the switches, and what people do without the gateway. */
  own: Own
}

/** Puts a product behind a recorder of calls and a switchboard of faults. */
export function simulate<Own extends object>(product: Product<Own>): Simulator & Own {
  const calls: Call[] = []
  const pending = new Set<Call>()
  const unexpected: string[] = []
  const { hosts } = product
  let plans: { fault: Fault; plan: FaultPlan }[] = []

  product.app.notFound((c) => {
    unexpected.push(`${product.name}: ${c.req.method} ${c.req.url.split('?')[0]}`)
    return product.errorResponse(404)
  })

  const take = (call: Call): Fault | undefined => {
    const found = plans.find(({ plan }) => plan.times !== 0 && (plan.on?.(call) ?? true))
    if (found?.plan.times !== undefined) found.plan.times -= 1
    return found?.fault
  }

  return {
    ...product.own,
    name: product.name,
    answersFor: typeof hosts === 'function' ? hosts : (host) => hosts.includes(host),
    calls,
    pending,
    unexpected,
    fail: (fault, plan = {}) => void plans.push({ fault, plan: { ...plan } }),
    heal: () => {
      plans = []
    },
    async fetch(request) {
      const body = new TextDecoder().decode(await request.clone().arrayBuffer())
      const call = { method: request.method, url: new URL(request.url), headers: new Headers(request.headers), body }
      calls.push(call)
      const fault = take(call)
      const answer = async () => product.app.fetch(request)
      const hang = () => {
        pending.delete(call)
        return never(request)
      }
      pending.add(call)
      try {
        return await (fault ? suffer(fault, answer, hang, product) : answer())
      } finally {
        pending.delete(call)
      }
    },
  }
}

async function suffer(
  fault: Fault,
  answer: () => Promise<Response>,
  hang: () => Promise<Response>,
  { errorResponse }: Product<object>,
) {
  switch (fault.kind) {
    case 'status': {
      const own = errorResponse(fault.status)
      const headers = new Headers(own.headers)
      for (const [name, value] of Object.entries(fault.headers ?? {})) headers.set(name, value)
      return new Response(fault.body ?? (await own.text()), { status: fault.status, headers })
    }
    case 'timeout':
      return hang()
    case 'network':
      // As workerd reports it.
      throw Object.assign(new Error('Network connection lost.'), { retryable: true })
    case 'html':
      return new Response('<!DOCTYPE html><html><title>Just a moment...</title></html>', {
        status: fault.status ?? 200,
        headers: { 'content-type': 'text/html; charset=UTF-8' },
      })
    case 'broken':
      return new Response('{"status": oops', { headers: { 'content-type': 'application/json' } })
    case 'cut': {
      const whole = await answer()
      const text = await whole.text()
      const headers = new Headers(whole.headers)
      headers.delete('content-length')
      return new Response(text.slice(0, Math.floor(text.length / 2)), { status: whole.status, headers })
    }
    case 'lost':
      await answer()
      return hang()
    case 'empty':
      return new Response(null, { status: fault.status ?? 200 })
    case 'redirect':
      return new Response(null, { status: fault.status ?? 302, headers: { location: fault.location } })
    case 'delay':
      await new Promise((resolve) => setTimeout(resolve, fault.ms))
      return answer()
  }
}

/** Settles only when the caller gives up, as a hanging connection does. */
function never(request: Request): Promise<Response> {
  return new Promise((_, reject) => {
    const give = () => reject(request.signal.reason ?? new DOMException('The operation was aborted', 'AbortError'))
    if (request.signal.aborted) give()
    else request.signal.addEventListener('abort', give)
  })
}
