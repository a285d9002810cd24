import type { Env } from './env.ts'

/** Clock, randomness and network. They are passed in, so that tests can set them instead of patching globals. */
export interface Platform {
  /** Epoch milliseconds. In workerd the time changes only across I/O. */
  now(): number
  /** A number in [0, 1), for jitter. */
  random(): number
  /** A new identifier for a request. */
  uuid(): string
  fetch(url: string, init: RequestInit): Promise<Response>
  /** Waits `ms` milliseconds. */
  sleep(ms: number): Promise<void>
  /** A deadline: calls back once after `ms` milliseconds. The returned function cancels that. */
  timer(ms: number, callback: () => void): () => void
}

export const platform: Platform = {
  now: () => Date.now(),
  random: () => Math.random(),
  uuid: () => crypto.randomUUID(),
  fetch: (url, init) => fetch(url, init),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  timer: (ms, callback) => {
    const handle = setTimeout(callback, ms)
    return () => clearTimeout(handle)
  },
}

/**
 * The id of the deployment, from an id that only its own objects have. Any isolate computes it without a call, and it
 * differs between deployments, even if they share STORE or ADMIN_KEY by mistake.
 */
export const getDeploymentId = ({ ACCOUNTS }: Pick<Env, 'ACCOUNTS'>): string => ACCOUNTS.idFromName('owner').toString()
