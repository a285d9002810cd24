import * as z from 'zod'
import { buildId } from '../support/build-info.ts'
import type { BuildInfo } from './world.ts'

/** How long an answer may take, in milliseconds: the doctor asks every product. */
const PATIENCE_MS = 60_000

export interface Answer {
  status: number
  body: unknown
}

/** Asks one deployment. Rejects where nobody answers; a redirect is an answer, and no key follows it. */
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

/** What an answer that is no success says, in the gateway's own words where it is a gateway. */
export function formatRefusal({ status, body }: Answer): string {
  const { data } = failure.safeParse(body)
  return data ? `${status}: ${data.error}` : `${status}`
}

const about = z
  .object({
    version: z.string(),
    build: z.string().nullable().default(null),
    // Deployments of before told the commit in its place, those of 1.0.0 neither.
    commit: z.string().nullable().default(null),
  })
  .transform(({ version, build, commit }) => ({ version, build: build ?? (commit && buildId(commit)) }))

/** What a deployment runs; undefined where no gateway answers. */
export async function readAbout(gateway: Gateway): Promise<BuildInfo | undefined> {
  const answer = await gateway('/version').catch(() => undefined)
  return answer?.status === 200 ? about.safeParse(answer.body).data : undefined
}
