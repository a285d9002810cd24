import { ask as send } from '../ask.ts'
import { Clock } from '../clock.ts'
import { createThreads, SOCIAL_TOKEN, type ThreadsOptions } from './index.ts'

type Parameters = Record<string, string>

/** A product with a clock, called like a client does: parameters in the query, or in the form of a POST. */
export function asking(options: Omit<ThreadsOptions, 'clock'> = {}) {
  const clock = new Clock()
  const threads = createThreads({ clock, ...options })
  const ask = (method: string, path: string, parameters: Parameters = {}) => {
    const given = new URLSearchParams({ access_token: SOCIAL_TOKEN, ...parameters })
    const url = `https://graph.threads.net${path}`
    return method === 'POST'
      ? send(threads, `POST ${url}`, { body: given })
      : send(threads, `${method} ${url}?${given}`)
  }
  return {
    clock,
    threads,
    ask,
    get: (path: string, parameters?: Parameters) => ask('GET', path, parameters),
    post: (path: string, parameters?: Parameters) => ask('POST', path, parameters),
  }
}

export const getId = ({ body }: { body: Record<string, unknown> }) => String(body.id)
