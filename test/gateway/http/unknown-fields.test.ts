import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ADMIN_KEY } from '../../contract/admin.rows.ts'
import { freshDeployment } from '../../support/fresh.ts'
import { createGateway, json } from '../../support/gateway.ts'
import { createWorld, holdDeadlines } from '../../support/world.ts'

/**
 * docs/spec/gateway.md, "Input": a field that no operation declares must not be ignored. test/contract sends one to
 * each.
 */

beforeEach(() => {
  createWorld()
  holdDeadlines()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await freshDeployment()
})

const SETTINGS = { ADMIN_KEY, WORKSPACE_TOKEN: 'ntn_a', SOCIAL_TOKEN: 'a', SHOP_SESSION: 'a', NOTES_TOKEN: 'a' }

/** The status and message of a request such as `POST /v1/social/posts`. */
async function send(request: string, body?: object) {
  const [method = '', path = ''] = request.split(' ')
  const isAdmin = path.includes('/admin/')
  const { headers, ...init } = body ? json(method, body) : { method, headers: {} }
  const all = { ...Object.fromEntries(new Headers(headers)), ...(isAdmin && { Authorization: `Bearer ${ADMIN_KEY}` }) }
  const answer = await createGateway(SETTINGS).call(`/api${path}`, {
    ...init,
    headers: all,
    ...(isAdmin && { key: null }),
  })
  return `${answer.status} ${answer.json?.error}`
}

const QUERY = 'POST /v2/workspace/data-source/2f1c0de0-0003-4000-8000-000000000001/query'
const PATCH = 'PATCH /v1/recorder/files/31401bd46bc6a0b170be6953155ddfc0'

describe('a body', () => {
  it('with a field that it does not know is 400, and names it', async () => {
    for (const [request, body, expected] of [
      // The product's own names.
      [QUERY, { filter: { property: 'A' } }, 'filter: is not known: did you mean workspace_filter?'],
      [QUERY, { filter: [{ key: 'A' }] }, 'filter: is not known: did you mean filters?'],
      [
        QUERY,
        { sort: [{ property: 'A' }], pageSize: 5 },
        'did you mean sorts?; pageSize: is not known: did you mean page_size?',
      ],
      [QUERY, { archived: true }, 'archived: is not known: did you mean in_trash?'],
      ['POST /v2/workspace/search', { filter: { value: 'page' } }, 'filter: is not known: did you mean type?'],
      ['POST /v1/social/posts', { text: 'a', reply_to_id: '1' }, 'reply_to_id: is not known: did you mean reply_to?'],
      ['POST /v1/payment/request', { memberName: 'a' }, 'memberName: is not known: did you mean member_nm?'],
      [
        'POST /v1/video/languages',
        { url: 'https://youtu.be/okManual001' },
        'url: is not known: did you mean video_url?',
      ],
      // Another spelling.
      ['POST /v1/social/posts', { text: 'a', replyTo: '179' }, 'replyTo: is not known: did you mean reply_to?'],
      ['POST /v1/social/posts', { text: 'a', 'image.url': 'x' }, 'image.url: is not known: did you mean image_url?'],
      ['POST /v1/social/posts', { text: 'a', TEXT: 'a' }, 'TEXT: is not known: did you mean text?'],
      ['POST /v1/recorder/files/trash', { 'file_ids[]': ['a'] }, 'file_ids[]: is not known: did you mean file_ids?'],
      // A typo, and one of several words.
      ['POST /v1/recorder/files/trash', { flie_ids: ['a'] }, 'flie_ids: is not known: did you mean file_ids?'],
      ['POST /v1/recorder/files/trash', { file_id: 'a' }, 'file_id: is not known: did you mean file_ids?'],
      ['POST /v1/payment/read', { id: 'B-1' }, 'id: is not known: did you mean bill_id?'],
      // Another part of the request.
      [PATCH, { id: 'a', filename: 'b' }, 'id: is not known: did you mean id in the path?'],
      ['POST /v1/social/posts', { text: 'a', idempotency_key: 'b' }, 'did you mean Idempotency-Key in the headers?'],
      // Nothing is similar.
      [
        'POST /v1/social/posts',
        { text: 'hello', scheduled_at: 'x', zzz: 1 },
        'scheduled_at: is not known: known are text, image_url, video_url, alt_text, items, reply_to, quote, link, topic, reply_control; zzz: is not known',
      ],
      [
        'POST /v1/recorder/files/trash',
        JSON.parse('{"file_ids":["a"],"__proto__":1}'),
        '__proto__: is not known: known are file_ids',
      ],
      ['POST /v1/recorder/files/trash', { file_ids: ['a'], toString: 1 }, 'toString: is not known: known are file_ids'],
      ['POST /v1/recorder/files/trash', { file_ids: ['a'], '': 1 }, 'is not known: known are file_ids'],
      // Inside of an object.
      [
        QUERY,
        { filters: [{ key: 'A' }, { property: 'B' }] },
        'filters[1].property: is not known: did you mean filters[1].key?',
      ],
      [
        'POST /v1/shop/ordersheets/invoices',
        { items: [{ shipment_box_id: '1', order_id: '2', carrier: 'CJGLS', invoice: '3' }] },
        'items[0].invoice_number: is required; items[0].invoice: is not known: did you mean items[0].invoice_number?',
      ],
      [
        'POST /v1/admin/keys',
        { name: 'a', limits: { maxAmount: 1 } },
        'limits.maxAmount: is not known: did you mean limits.max_amount?',
      ],
      // Names of the management API.
      ['POST /v1/admin/keys', { name: 'n8n', group: ['notes'] }, 'group: is not known: did you mean groups?'],
      ['POST /v1/admin/keys', { name: 'n8n', readonly: true }, 'readonly: is not known: did you mean read_only?'],
      [
        'POST /v1/admin/keys',
        { name: 'n8n', 'groups\u202e': null },
        'groups\ufffd: is not known: did you mean groups?',
      ],
    ] as [string, object, string][]) {
      const told = await send(request, body)
      expect.soft(told, JSON.stringify(request)).toMatch(/^400 /)
      expect.soft(told, JSON.stringify(request)).toContain(expected)
    }
  })

  it('names a field that is missing, and the one that was sent in its place', async () => {
    expect(await send('POST /v1/shop/orders', { page_index: 0 })).toBe(
      '400 pageIndex: is required; pageSize: is required; page_index: is not known: did you mean pageIndex?',
    )
    expect(await send('POST /v1/video/transcript/v2', { videoUrl: 'https://youtu.be/okManual001' })).toBe(
      '400 videoUrl: is not known: did you mean video_url?; video_url: is required, or video_id in its place',
    )
    expect(await send('POST /v1/shop/ordersheets', { created_at_from: '2026-11-01', createdAtTo: '2026-11-02' })).toBe(
      '400 createdAtFrom: is required; created_at_from: is not known: did you mean createdAtFrom?',
    )
  })

  it('has ten errors at most, and shows no long name', async () => {
    const many = Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`${n}${'x'.repeat(100)}`, n]))
    const told = await send('POST /v1/recorder/files/trash', { file_ids: ['a'], ...many })
    expect(told).toContain('; and 4990 more')
    expect(told.length).toBeLessThan(1500)
  })

  it('is checked where none is expected', async () => {
    expect(await send('POST /v1/admin/accounts/notes/test', { force: true })).toBe(
      '400 force: is not known: there are none here',
    )
  })
})

describe('a query', () => {
  it('with a field that it does not know is 400, and names it', async () => {
    for (const [request, expected] of [
      ['GET /v1/recorder/search?query=a&dateFrom=1', 'dateFrom: is not known: did you mean date_from?'],
      ['GET /v1/recorder/search?query=a&date-from=1', 'date-from: is not known: did you mean date_from?'],
      [
        'GET /v1/recorder/files?page=2&per_page=5',
        'page: is not known: did you mean skip?; per_page: is not known: did you mean limit?',
      ],
      ['GET /v1/recorder/files?filetag_id=a', 'filetag_id: is not known: did you mean tag_id?'],
      ['GET /v1/recorder/sync?Since=1', 'Since: is not known: did you mean since?'],
      ['GET /v1/notes/notes?unknown=', 'unknown: is not known: known are cursor, size, keyword'],
      ['GET /v1/admin/usage?day=30', 'day: is not known: did you mean days?'],
      ['GET /v1/admin/overview?x=1', 'x: is not known: there are none here'],
      ['GET /v1/events?type=recorder.file.ready', 'type: is not known: did you mean types?'],
      ['GET /v1/shop/carriers?__proto__=1&constructor=1', 'constructor: is not known: known are q'],
    ] as const)
      expect.soft(await send(request), String(request)).toBe(`400 ${expected}`)
  })

  it('says where a field of the body belongs', async () => {
    expect(await send('POST /v1/video/languages?video_url=a', { video_id: 'okManual001' })).toBe(
      '400 video_url: is not known: did you mean video_url in the body?',
    )
  })
})
