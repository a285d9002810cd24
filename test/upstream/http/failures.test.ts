import { describe, expect, it } from 'vitest'
import { isHtml, rejected, toFailure, unreadable } from '../../../src/upstream/failures.ts'
import { getOutgoing } from './product.ts'

/** "Upstream -> ours" (docs/spec/gateway.md, "Answers of products"), where the product's own facts say nothing. */

const answer = (
  status: number,
  text = '{}',
  headers: Record<string, string> = { 'Content-Type': 'application/json' },
  retryAfter?: number,
) => ({
  status,
  text,
  headers: new Headers(headers),
  retryAfter,
})
const RECONNECT = 'the shop account was rejected by its service: reconnect it'

describe('toFailure', () => {
  it('each has its status', () => {
    for (const [status, ours] of [
      [400, 400],
      [401, 401],
      [402, 402],
      [403, 403],
      [404, 404],
      [405, 400],
      [409, 409],
      [410, 400],
      [413, 400],
      [422, 400],
      [429, 429],
      [451, 400],
      [500, 502],
      [501, 502],
      [502, 502],
      [503, 502],
      [504, 502],
      [520, 502],
      [529, 429],
      [301, 502],
      [302, 502],
      [307, 502],
    ] as const) {
      const failure = toFailure(getOutgoing(), 'shop', answer(status))
      expect.soft(failure.status, String(status)).toBe(ours)
      expect.soft(failure.message, String(status)).toMatch(/shop/)
    }
  })

  it("401 says to reconnect, whatever the product's message", () => {
    expect(toFailure(getOutgoing(), 'shop', answer(401), 'no')).toMatchObject({ status: 401, message: RECONNECT })
  })

  it.each(['The token has expired', 'Invalid credentials', 'API key revoked', 'Unauthorized client'])(
    '403 that speaks of the credential, "%s", is 401',
    (said) => {
      expect(toFailure(getOutgoing(), 'shop', answer(403), said)).toMatchObject({ status: 401, message: RECONNECT })
    },
  )

  it.each(['You may not see this order', undefined, ''])('403 that does not, %j, is 403', (said) => {
    expect(toFailure(getOutgoing(), 'shop', answer(403), said).status).toBe(403)
  })

  it('429 and 529 hand on Retry-After, when there is one', () => {
    for (const status of [429, 529]) {
      expect(toFailure(getOutgoing(), 'shop', answer(status, '{}', {}, 12)).headers).toEqual({ 'Retry-After': '12' })
      expect(toFailure(getOutgoing(), 'shop', answer(status)).headers).toEqual({})
    }
  })

  it('no other status hands on a header', () => {
    for (const status of [400, 403, 404, 409, 500, 503]) {
      expect(toFailure(getOutgoing(), 'shop', answer(status, '{}', {}, 12)).headers).toEqual({})
    }
  })

  it.each([401, 403, 404, 500])('%i with a page of the edge is 502: the product did not speak', (status) => {
    const page = answer(status, '<!DOCTYPE html><title>Just a moment</title>', { 'Content-Type': 'text/html' })
    expect(toFailure(getOutgoing(), 'shop', page)).toMatchObject({
      status: 502,
      message: `the shop service answered ${status} with a page instead of data`,
    })
  })

  it('429 with a page of the edge is 429, because its Retry-After still counts', () => {
    const page = answer(429, '<!DOCTYPE html>', { 'Content-Type': 'text/html' }, 30)
    expect(toFailure(getOutgoing(), 'shop', page)).toMatchObject({ status: 429, headers: { 'Retry-After': '30' } })
  })

  it('413 with a page of the edge is 400: the edge refused the request, and the product did not see it', () => {
    const page = answer(413, '<html>413 Request Entity Too Large</html>', { 'Content-Type': 'text/html' })
    expect(toFailure(getOutgoing(), 'shop', page)).toMatchObject({
      status: 400,
      message: 'the request is too large for the shop service',
    })
  })

  it("hands on the product's message, else its status", () => {
    expect(toFailure(getOutgoing(), 'shop', answer(404), 'no such order').message).toBe('no such order')
    expect(toFailure(getOutgoing(), 'shop', answer(404)).message).toBe('the shop service answered 404')
  })

  it('never passes on the body, the URL or the headers of a response', () => {
    const told = toFailure(getOutgoing(), 'shop', answer(500, '{"trace":"inner workings"}', { 'X-Inner': 'workings' }))
    expect(JSON.stringify([told.message, told.headers])).not.toContain('workings')
  })
})

describe('isHtml', () => {
  it('HTML is a page', () => {
    for (const [type, text] of [
      ['text/html', '{}'],
      ['text/html; charset=UTF-8', ''],
      ['TEXT/HTML', 'x'],
      ['application/json', '<!DOCTYPE html><html></html>'],
      ['application/json', '  \n<html lang="en">'],
      ['', '<HTML>'],
    ] as const)
      expect.soft(isHtml(answer(200, text, { 'Content-Type': type })), JSON.stringify(type)).toBe(true)
  })

  it.each([
    ['application/json', '{"html":"<html>"}'],
    ['text/plain', 'html'],
    ['application/xml', '<?xml version="1.0"?><a/>'],
  ])('%s %j is none', (type, text) => {
    expect(isHtml(answer(200, text, { 'Content-Type': type }))).toBe(false)
  })
})

it('the fixed failures name the group', () => {
  expect(rejected('shop')).toMatchObject({ status: 401, message: RECONNECT })
  expect(unreadable('shop')).toMatchObject({
    status: 502,
    message: 'the shop service answered in a form that cannot be read',
  })
})
