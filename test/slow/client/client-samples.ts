/** Lines of a program that uses the package. */
export const START = `
  import { type Answer, createClient, LatchkeyError, type RecorderListFilesItem } from 'latchkey-client'
  const latchkey = createClient({ baseUrl: 'https://latchkey.test', apiKey: 'key', fetch })
  const { recorder, workspace, workspaceV2, shop, social, payment } = latchkey
  const page = { pageIndex: 0, pageSize: 10 }
`

export const RIGHT = [
  `const first: string | null | undefined = (await recorder.listFiles({ limit: 3, is_desc: true })).data_file_list[0]?.filename`,
  `const byPath: RecorderListFilesItem[] = (await recorder.get('/files', { query: { limit: 3 } })).data_file_list`,
  `const post: Answer<'social', 'get', '/posts/:id'>['post'] = (await social.getPost({ id: '1' })).post`,
  `for await (const row of shop.listFlattenedOrders({ ...page, year: undefined })) row.order_id?.trim()`,
  `for await (const file of recorder.get('/files')) file.duration?.toFixed()`,
  `await recorder.sync({ include: ['summary'], since: '2026-11-20T09:00:00+09:00' }, { signal: AbortSignal.timeout(10_000) })`,
  `await payment.cancelBill({ bill_id: '1', price: 100 }, { headers: { 'Idempotency-Key': 'cancel-1', 'X-Payment-Mode': true } })`,
  `const ok: boolean = (await latchkey.doctor({ accounts: ['notes'] })).ok`,
  `const wait = (error: unknown) => (error instanceof LatchkeyError ? error.retryAfter : undefined)`,
  `export { first, byPath, post, ok, wait }`,
]

export const WRONG = [
  `recorder.listFiles({ limit: '3' })`,
  `recorder.listFiles({ limt: 3 })`,
  `recorder.listFile()`,
  `recorder.renameFile({ id: '1' })`,
  `recorder.listDevices({ limit: 3 })`,
  `workspace.getSchema({ data_source_id: '1' }, { headers: { 'X-Token': 't' } })`,
  `recorder.get('/files', { query: { limit: [3] } })`,
  `recorder.get('/files', { query: { limt: 3 } })`,
  `recorder.get('/files', { query: { sort_by: 'name' } })`,
  `recorder.get('/file')`,
  `recorder.patch('/files')`,
  `recorder.get('/files/:id')`,
  `recorder.patch('/files/:id', { param: { id: '1' }, json: { name: 'New' } })`,
  `shop.get('/orders')`,
  `workspaceV2.get('/data-source/:data_source_id/schema', { param: { data_source_id: '1' }, header: { 'X-Token': 't' } })`,
  `;(await recorder.listFiles()).files`,
  `;(await recorder.getUser()).data_user.nickname.toFixed()`,
  `for await (const row of shop.listFlattenedOrders(page)) row.orderId`,
  `for await (const tag of recorder.listTags()) tag.name`,
]
