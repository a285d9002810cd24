import { HTTPException } from 'hono/http-exception'
import { Hono } from 'hono/quick'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** A clock, as every simulator takes one. */
export interface Time {
  now(): number
}

/** An app whose routes begin with the host, for a product whose hosts have different routes: `/api.example/v1/things`. */
export const hostApp = () => new Hono({ getPath: (request) => request.url.replace(/^https?:\/([^?#]*).*$/, '$1') })

/** To be thrown: ends the request with this answer. */
export const refuse = (res: Response) => new HTTPException(res.status as ContentfulStatusCode, { res })

export type Json = Record<string, unknown>

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The JSON of a request. Undefined when its type is not JSON, or it cannot be read. */
export async function readJson(request: Request): Promise<unknown> {
  if (!/^application\/json\b/i.test(request.headers.get('content-type') ?? '')) return undefined
  return request.json().catch(() => undefined)
}

interface Paging<Item> {
  size: number
  /** The cursor of the request. */
  cursor: string | undefined
  getCursor: (item: Item, index: number) => string
  /** What a cursor names: the last item that was shown, or the first one of the next page. */
  names: 'last' | 'next'
}

/** One page of a list and the cursor of the next. Undefined for a cursor that names no item. */
export function pageOf<Item>(items: readonly Item[], { size, cursor, getCursor, names }: Paging<Item>) {
  const at = cursor === undefined ? 0 : items.findIndex((item, index) => getCursor(item, index) === cursor)
  if (at < 0) return undefined
  const from = cursor !== undefined && names === 'last' ? at + 1 : at
  const shown = items.slice(from, from + size)
  const named = names === 'last' ? from + size - 1 : from + size
  const item = from + size < items.length ? items[named] : undefined
  return { shown, next: item === undefined ? null : getCursor(item, named) }
}

/** The calls of the last `ms`, counted by key. */
export function slidingWindow(ms: number) {
  const calls = new Map<unknown, number[]>()
  return {
    count: (key: unknown, now: number): number => {
      const recent = (calls.get(key) ?? []).filter((at) => at > now - ms)
      calls.set(key, recent)
      return recent.length
    },
    add: (key: unknown, now: number): void => void calls.set(key, [...(calls.get(key) ?? []), now]),
  }
}

const hex = (bytes: ArrayBuffer) =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')

export const sha256 = async (text: string) => hex(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))

/** HMAC-SHA-256 in lower-case hex. */
export async function hmac(secret: string, text: string): Promise<string> {
  const encoder = new TextEncoder()
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, ['sign'])
  return hex(await crypto.subtle.sign('HMAC', key, encoder.encode(text)))
}

export const htmlPage = (html: string, status = 200) =>
  new Response(`<!DOCTYPE html>${html}`, { status, headers: { 'content-type': 'text/html; charset=UTF-8' } })
