/** Lines of a program that uses the package. */
export const START = `
  import { type components, createClient, LatchkeyError, verifyWebhook } from 'latchkey-client'
  const latchkey = createClient({ baseUrl: 'https://latchkey.test', apiKey: 'key', fetch })
  const page = { pageIndex: 0, pageSize: 10 }
  const params = { path: { id: '1' } }
`

export const RIGHT = [
  `const first: string | null | undefined = (await latchkey.GET('/api/v1/recorder/files', { params: { query: { limit: 3, is_desc: true } } })).data.data_file_list[0]?.filename`,
  `const recordings: components['schemas']['Recording'][] = (await latchkey.GET('/api/v1/recorder/files')).data.data_file_list`,
  `const post: components['schemas']['Post'] = (await latchkey.GET('/api/v1/social/posts/{id}', { params })).data.post`,
  `for await (const row of latchkey.items('/api/v1/shop/flattened-orders', { body: page })) row.order_id?.trim()`,
  `for await (const file of latchkey.items('/api/v1/recorder/files')) file.duration?.toFixed()`,
  `const sheets = await latchkey.POST('/api/v1/shop/ordersheets', { body: { createdAtFrom: '2026-11-20', createdAtTo: '2026-11-21' } })`,
  `const item: string | null | undefined = sheets.data.result[0]?.orderItems?.[0]?.vendorItemName`,
  `const summary: string | null | undefined = (await latchkey.GET('/api/v1/notes/notes/{id}/summaries', { params })).data.summaries[0]?.content?.content`,
  `await latchkey.GET('/api/v1/recorder/sync', { params: { query: { include: 'summary', since: '2026-11-20T09:00:00+09:00' } }, signal: AbortSignal.timeout(10_000) })`,
  `await latchkey.POST('/api/v1/payment/cancel', { body: { bill_id: '1', price: 100 }, params: { header: { 'Idempotency-Key': 'cancel-1', 'X-Payment-Mode': true } } })`,
  `const ok: boolean = (await latchkey.GET('/api/v1/doctor', { params: { query: { accounts: 'notes' } } })).data.ok`,
  `const wait = (error: unknown) => (error instanceof LatchkeyError ? [error.status, error.code, error.requestId, error.retryAfter] : undefined)`,
  `const event = verifyWebhook('{}', { 'webhook-id': 'evt_1' }, 'whsec_AAAA')`,
  `if (event.type === 'recorder.file.ready') event.data.filename?.trim()`,
  `export { first, recordings, post, item, summary, ok, wait }`,
]

export const WRONG = [
  `latchkey.GET('/api/v1/recorder/files', { params: { query: { limit: '3' } } })`,
  `latchkey.GET('/api/v1/recorder/files', { params: { query: { limt: 3 } } })`,
  `latchkey.GET('/api/v1/recorder/files', { params: { query: { sort_by: 'name' } } })`,
  `latchkey.GET('/api/v1/recorder/file')`,
  `latchkey.PATCH('/api/v1/recorder/files')`,
  `latchkey.GET('/api/v1/recorder/files/{id}')`,
  `latchkey.PATCH('/api/v1/recorder/files/{id}', { params, body: { name: 'New' } })`,
  `latchkey.GET('/api/v1/shop/orders')`,
  `;(await latchkey.GET('/api/v1/recorder/files')).data.files`,
  `;(await latchkey.GET('/api/v1/recorder/user')).data.data_user.nickname.toFixed()`,
  `for await (const row of latchkey.items('/api/v1/shop/flattened-orders', { body: page })) row.orderId`,
  `for await (const tag of latchkey.items('/api/v1/recorder/tags')) tag.name`,
]
