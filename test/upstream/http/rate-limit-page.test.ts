import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { Env } from '../../../src/base/env.ts'
import { platform } from '../../../src/base/platform.ts'
import { getSettings } from '../../../src/base/settings.ts'
import { UpstreamContext } from '../../../src/upstream/context.ts'
import { toFailure } from '../../../src/upstream/failures.ts'

const upstream = new UpstreamContext(getSettings(env as unknown as Env), platform)

const page = (status: number, retryAfter?: number) => ({
  status,
  headers: new Headers({ 'Content-Type': 'text/html' }),
  text: '<!DOCTYPE html><title>Sorry</title>',
  retryAfter,
})

describe('a rate limit that comes with a page', () => {
  it.each([429, 529])('%i is 429 with Retry-After', (status) => {
    expect(toFailure(upstream, 'video', page(status, 30))).toMatchObject({
      status: 429,
      message: `the video service answered ${status}`,
      headers: { 'Retry-After': '30' },
    })
  })

  it('any other page is 502', () => {
    for (const status of [200, 401, 403, 404, 503])
      expect.soft(toFailure(upstream, 'video', page(status)), String(status)).toMatchObject({
        status: 502,
        message: `the video service answered ${status} with a page instead of data`,
      })
  })
})
