import * as z from 'zod'
import { buildId } from '../support/build-info.ts'
import type { BuildInfo } from './world.ts'

/** The timeout of a request, in milliseconds. The doctor calls every product. */
const PATIENCE_MS = 60_000

export interface Answer {
  status: number
  body: unknown
}

/** Calls one deployment. Rejects without a response. A redirect is a response, and no key is sent to its target. */
export type Gateway = (
  path: string,
  init?: { key?: string; adminKey?: string; method?: string; body?: object },
) => Promise<Answer>

export const gatewayAt =
  (origin: string, signal: AbortSignal): Gateway =>
  async (path, { key, adminKey, method = 'GET', body } = {}) => {
    const headers = {
      ...(key !== undefined && { 'X-API-KEY': key }),
      ...(adminKey !== undefined && { Authorization: `Bearer ${adminKey}` }),
      ...(body && { 'Content-Type': 'application/json' }),
    }
    const response = await fetch(`${origin}${path}`, {
      ...{ method, headers, redirect: 'manual' },
      signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]),
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: parsed(await response.text()) }
  }

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const failure = z.object({ error: z.string() })

/** The message of an error response, in the gateway's words if it comes from a gateway. */
export function formatRefusal({ status, body }: Answer): string {
  const { data } = failure.safeParse(body)
  return data ? `${status}: ${data.error}` : `${status}`
}

const about = z
  .object({
    version: z.string(),
    build: z.string().nullable().default(null),
    // Earlier deployments return the commit instead. Those of 1.0.0 return neither.
    commit: z.string().nullable().default(null),
  })
  .transform(({ version, build, commit }) => ({ version, build: build ?? (commit && buildId(commit)) }))

/** The build info of a deployment. Undefined when no gateway responds. */
export async function readAbout(gateway: Gateway): Promise<BuildInfo | undefined> {
  const answer = await gateway('/version').catch(() => undefined)
  return answer?.status === 200 ? about.safeParse(answer.body).data : undefined
}
