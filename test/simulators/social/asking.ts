import { Clock } from '../clock.ts'
import { createThreads, SOCIAL_TOKEN, type ThreadsOptions } from './index.ts'

type Parameters = Record<string, string>

/** A response of the product, for its tests. */
export interface Answer {
  status: number
  body: Record<string, unknown>
}

/** A product with a clock, called like a client does: parameters in the query, or in the form of a POST. */
export function asking(options: Omit<ThreadsOptions, 'clock'> = {}) {
  const clock = new Clock()
  const threads = createThreads({ clock, ...options })

  async function ask(
    method: string,
    path: string,
    parameters: Parameters = {},
    init: RequestInit = {},
  ): Promise<Answer> {
    const url = new URL(path, 'https://graph.threads.net')
    const given = new URLSearchParams({ access_token: SOCIAL_TOKEN, ...parameters })
    if (method !== 'POST') url.search = given.toString()
    const response = await threads.fetch(
      new Request(url, { method, ...(method === 'POST' && { body: given }), ...init }),
    )
    return { status: response.status, body: await response.json<Record<string, unknown>>() }
  }

  return {
    clock,
    threads,
    ask,
    get: (path: string, parameters?: Parameters) => ask('GET', path, parameters),
    post: (path: string, parameters?: Parameters) => ask('POST', path, parameters),
  }
}

/** The error code of a refusal. */
export const getCode = ({ body }: Answer) => (body.error as { code: number } | undefined)?.code

export const getId = ({ body }: Answer) => String(body.id)

/** The entries of a list. */
export const getData = ({ body }: Answer) => body.data as Record<string, unknown>[]
