import { expect, test } from 'vitest'
import { Clock } from '../../clock.ts'
import { createCoupangSeller } from './index.ts'
import { signedRequest } from './signed.ts'

const CATEGORIES = '/v2/providers/seller_api/apis/api/v1/marketplace/meta/display-categories'
const PREDICT = '/v2/providers/openapi/apis/api/v1/categorization/predict'

interface Node {
  displayItemCategoryCode: number
  name: string
  status: string
  child: Node[]
}

function setUp() {
  const clock = new Clock()
  const seller = createCoupangSeller({ clock })
  const get = async (path: string) => seller.fetch(await signedRequest(CATEGORIES + path, { at: clock.now() }))
  const node = async (path: string): Promise<{ code: string; message: string; data: Node }> => (await get(path)).json()
  const predict = async (body: string) =>
    seller.fetch(await signedRequest(PREDICT, { method: 'POST', body, at: clock.now() }))
  return { seller, get, node, predict }
}

test('facts 3: the root with its children, one level deep', async () => {
  const { code, message, data } = await setUp().node('/0')
  expect({ code, message }).toEqual({ code: 'SUCCESS', message: '' })
  expect(data).toMatchObject({ displayItemCategoryCode: 0, name: 'ROOT', status: 'ACTIVE' })
  expect(data.child.length).toBeGreaterThan(5)
  expect(data.child.flatMap(({ child }) => child)).toEqual([])
  expect(new Set(data.child.map(({ status }) => status))).toEqual(new Set(['ACTIVE', 'READY', 'DISABLED']))
})

test('without a code the whole tree, down to the leaves', async () => {
  const depth = ({ child }: Node): number => 1 + Math.max(0, ...child.map(depth))
  expect(depth((await setUp().node('')).data)).toBe(4)
})

test('status shows whether a category can be used', async () => {
  const { get } = setUp()
  expect(await (await get('/51101/status')).json()).toEqual({ code: 'SUCCESS', message: '', data: true })
  expect(await (await get('/57000/status')).json()).toMatchObject({ data: false })
})

test.each(['/99999', '/99999/status', '/fruit'])('%s is refused with 400, or inside a 200', async (path) => {
  const { get, seller } = setUp()
  const refused = await get(path)
  expect(refused.status).toBe(400)
  expect(await refused.json()).toMatchObject({ code: 'ERROR', message: expect.stringContaining('category code') })
  seller.switches.categoryErrorsInside200 = true
  const inside = await get(path)
  expect(inside.status).toBe(200)
  expect(await inside.json()).toMatchObject({ code: 'ERROR', data: null })
})

test.each([
  ['제주 노지 감귤 5kg', 'SUCCESS', '51101', '감귤'],
  ['수제 도자기 풍경', 'FAILURE', null, null],
  ['풍경', 'INSUFFICIENT_INFORMATION', null, null],
])('%s is recommended: %s', async (productName, type, id, name) => {
  const answer = await setUp().predict(JSON.stringify({ productName }))
  expect(await answer.json()).toMatchObject({
    code: 200,
    message: 'OK',
    data: { autoCategorizationPredictionResultType: type, predictedCategoryId: id, predictedCategoryName: name },
  })
})

test.each(['{}', '{"productName": ""}', 'not json', 'null'])('a recommendation for %s is 400', async (body) => {
  const answer = await setUp().predict(body)
  expect(answer.status).toBe(400)
  expect(await answer.json()).toEqual({ code: 400, message: expect.stringContaining('productName') })
})
