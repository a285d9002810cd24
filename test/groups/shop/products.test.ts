import { afterEach, beforeEach, expect, it } from 'vitest'
import { readStatus } from '../../../src/groups/shop/products.ts'
import { freshDeployment } from '../../support/fresh.ts'
import { expectNothingUnexpected } from '../../support/world.ts'
import { failure, type Stage, setStage } from './stage.ts'

/** docs/spec/shop.md, "Products and options". */

let stage: Stage

beforeEach(() => {
  stage = setStage()
})

afterEach(async () => {
  expectNothingUnexpected(stage.world)
  await freshDeployment()
})

const get = (path: string) => stage.gateway.call(`/api/v1/shop/${path}`)

it('products have their names, and their status as a code and in words', async () => {
  const { json } = await get('products')
  expect(json.next_cursor).toBeNull()
  expect(json.result).toHaveLength(8)
  expect(json.result[0]).toEqual({
    ...{ seller_product_id: '15201234501', product_id: '7301234501', name: '무농약 제주 감귤', brand: '한라농원' },
    ...{ status: 'APPROVED', status_name: '승인완료', category_code: '51101' },
    sale_started_at: '2026-01-11T10:00:00+09:00',
    sale_ended_at: '2099-01-01T23:59:59+09:00',
    created_at: '2026-01-11T10:00:00+09:00',
  })
  expect(json.result[7]).toMatchObject({ product_id: null, status: 'IN_REVIEW', status_name: '심사중' })
})

it('pages have each product once', async () => {
  const seen: string[] = []
  for (let cursor = ''; ; ) {
    const { json } = await get(`products?limit=3${cursor && `&cursor=${cursor}`}`)
    expect(json.result.length).toBeLessThanOrEqual(3)
    for (const { seller_product_id } of json.result) seen.push(seller_product_id)
    if (json.next_cursor === null) break
    cursor = json.next_cursor
  }
  expect(seen).toEqual(stage.seller.state.products.map(({ sellerProductId }) => String(sellerProductId)))
})

it.each(['products', 'products?cursor=7'])('%s that leads to itself is an error, not an endless list', async (path) => {
  const body = `{"code":"SUCCESS","message":"","data":[],"nextToken":"${path === 'products' ? 1 : 7}"}`
  stage.seller.fail({ kind: 'status', status: 200, body })
  const { status, json } = await get(path)
  expect([status, json.error]).toEqual([502, 'the shop service answered in a form that cannot be read: nextToken'])
})

it.each([
  ['name=감귤', ['무농약 제주 감귤']],
  ['status=IN_REVIEW', ['스테인리스 텀블러']],
  ['name=등산&status=APPROVED', ['메리노울 등산양말']],
  ['name=없는', []],
])('%s finds %j', async (query, names) => {
  const { json } = await get(`products?${query}`)
  expect(json.result.map(({ name }: { name: string }) => name)).toEqual(names)
})

it.each([
  ['name=%20', 'name: must not be empty'],
  [`name=${'가'.repeat(21)}`, 'name: must be a part of a name, of at most 20 characters, not 21'],
  [
    'status=승인완료',
    'status: must be one of IN_REVIEW, SAVED, APPROVING, APPROVED, PARTIAL_APPROVED, DENIED, DELETED',
  ],
  ['cursor=%20', 'cursor: must be next_cursor of the page before'],
  ['sellerProductName=귤', 'sellerProductName: is not known: did you mean name?'],
])('%s is 400: %s', async (query, error) => {
  const answer = await get(`products?${query}`)
  expect([answer.status, answer.json]).toEqual([400, failure(error)])
})

it('one product has its options, with the id of each channel', async () => {
  const { json } = await get('products/15201234501')
  expect(json.result).toMatchObject({ display_name: '한라농원 무농약 제주 감귤', status: 'APPROVED' })
  const common = { channel: 'marketplace' }
  expect(json.result.options).toEqual([
    { ...common, vendor_item_id: '85071234501', name: '5kg', price: 19900, original_price: 24900, sku: 'LK-10' },
    { ...common, vendor_item_id: '85071234601', name: '10kg', price: 35900, original_price: 40900, sku: 'LK-11' },
  ])
  const both = await get('products/15201234505')
  expect(both.json.result.options).toEqual([
    expect.objectContaining({ vendor_item_id: '85071234505', channel: 'marketplace', price: 22000 }),
    expect.objectContaining({ vendor_item_id: '85071239901', channel: 'rocket_growth', price: 22000 }),
  ])
})

it('before the approval an option has no id', async () => {
  const { json } = await get('products/15201234508')
  expect(json.result.options).toMatchObject([{ vendor_item_id: null, channel: 'marketplace', price: 21000 }])
})

it('an item has the id beside its parts, or none of both', async () => {
  const items = [
    { itemName: 'a', vendorItemId: 11, rocketGrowthItemData: { vendorItemId: 21 } },
    { itemName: 'b', rocketGrowthItemData: { vendorItemId: 23 } },
    { itemName: 'c' },
    'no item',
  ]
  const body = JSON.stringify({ code: 'SUCCESS', data: { sellerProductId: 5, items } })
  stage.seller.fail({ kind: 'status', status: 200, body })
  const { json } = await get('products/5')
  const toIds = ({ name, vendor_item_id, channel }: Record<string, unknown>) => [name, vendor_item_id, channel]
  expect(json.result.options.map(toIds)).toEqual([
    ['a', '11', 'marketplace'],
    ['a', '21', 'rocket_growth'],
    ['b', '23', 'rocket_growth'],
    ['c', null, 'marketplace'],
  ])
})

it('an id that the product refuses is 404, one that is none is 400', async () => {
  expect((await get('products/9')).status).toBe(404)
  expect((await get('products/abc')).json).toEqual(failure('seller_product_id: must be an id of digits'))
})

it.each([
  ['승인완료', 'APPROVED'],
  ['부분 승인완료', 'PARTIAL_APPROVED'],
  ['DELETED', 'DELETED'],
  ['판매중', null],
  [null, null],
])('the status %s is %s', (words, code) => expect(readStatus(words)).toBe(code))
