import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { categoryAnswer as category } from '../../../src/groups/shop/outputs.ts'
import type { Fault } from '../../simulators/simulator.ts'
import { expectNothingUnexpected } from '../../support/world.ts'
import { failure, type Stage, setStage } from './stage.ts'

let stage: Stage

beforeEach(() => {
  stage = setStage()
})

afterEach(() => {
  vi.restoreAllMocks()
  expectNothingUnexpected(stage.world)
})

async function found(body: object) {
  const { status, json, text } = await stage.ask('category', body)
  expect(status, text).toBe(200)
  expect(category().parse(json)).toEqual(json)
  expect(json).toEqual({ status: 'success', error: '', result: expect.any(Object) })
  return json.result
}

async function expectFailure(body: object, status: number, error: string | RegExp) {
  const answer = await stage.ask('category', body)
  const message = typeof error === 'string' ? error : expect.stringMatching(error)
  expect([answer.status, answer.json]).toEqual([status, failure(message)])
}

const lines = () => stage.seller.calls.map(({ method, url, body }) => `${method} ${url.pathname}${url.search} ${body}`)
const NODES = '/v2/providers/seller_api/apis/api/v1/marketplace/meta/display-categories'

describe('POST /shop/category', () => {
  it.each([51000, '51000'])('a code, %j, gives the node and its direct children', async (displayCategoryCode) => {
    expect(await found({ displayCategoryCode })).toEqual({
      displayItemCategoryCode: 51000,
      name: '식품',
      status: 'ACTIVE',
      child: [
        { displayItemCategoryCode: 51100, name: '과일', status: 'ACTIVE', child: [] },
        { displayItemCategoryCode: 51200, name: '커피/차', status: 'ACTIVE', child: [] },
        { displayItemCategoryCode: 51300, name: '김치', status: 'ACTIVE', child: [] },
      ],
    })
    expect(lines()).toEqual([`GET ${NODES}/51000 `])
  })

  it.each([[{}], [{ displayCategoryCode: 0 }]])('%j gives the root', async (body) => {
    const { name, child } = await found(body)
    expect([name, child.length]).toEqual(['ROOT', 7])
    expect(lines()).toEqual([`GET ${NODES}/0 `])
  })

  it('a name gives the recommended category', async () => {
    expect(await found({ productName: ' 에티오피아 예가체프 원두 500g ' })).toEqual({
      autoCategorizationPredictionResultType: 'SUCCESS',
      predictedCategoryId: '51201',
      predictedCategoryName: '원두커피',
      comment: null,
    })
    expect(lines()).toEqual([
      'POST /v2/providers/openapi/apis/api/v1/categorization/predict {"productName":"에티오피아 예가체프 원두 500g"}',
    ])
  })

  it.each([
    ['알 수 없는 물건', 'FAILURE'],
    ['물건', 'INSUFFICIENT_INFORMATION'],
  ])('that %s cannot be classified is in the response: %s', async (productName, type) => {
    expect(await found({ productName })).toMatchObject({
      autoCategorizationPredictionResultType: type,
      predictedCategoryId: null,
    })
  })

  it('reads the code under the name of the product’s guide, and writes the real one', async () => {
    const node = (code: number, child: object[]) => ({
      displayCategoryCode: code,
      name: '식품',
      status: 'READY',
      child,
    })
    const body = JSON.stringify({ code: 'SUCCESS', message: '', data: node(7, [node(8, [node(9, [])])]) })
    stage.seller.fail({ kind: 'status', status: 200, body })
    const real = (code: number, child: object[]) => ({
      displayItemCategoryCode: code,
      name: '식품',
      status: 'READY',
      child,
    })
    expect(await found({ displayCategoryCode: 7 })).toEqual(real(7, [real(8, [real(9, [])])]))
  })
})

describe('refused', () => {
  it.each([
    [{ displayCategoryCode: -1 }, /^displayCategoryCode: must be an integer of at least 0$/],
    [{ displayCategoryCode: 1.5 }, /^displayCategoryCode: /],
    [{ displayCategoryCode: '51000/../..' }, /^displayCategoryCode: /],
    [{ productName: ' ' }, /^productName: must not be empty$/],
    [{ productName: 7 }, /^productName: /],
    [{ displayCategoryCode: 51000, productName: '원두' }, /^productName: .*together with displayCategoryCode$/],
  ])('%j is 400, before the account is read', async (body, error) => {
    stage = setStage({ SHOP_SECRET_KEY: '' })
    await expectFailure(body, 400, error)
    expect(stage.seller.calls).toEqual([])
  })

  it.each([false, true])('an unknown code is 404, signalled inside a 200: %s', async (inside200) => {
    stage.seller.switches.categoryErrorsInside200 = inside200
    await expectFailure({ displayCategoryCode: 999 }, 404, 'Display category code 999 does not exist.')
  })

  it.each([
    ['no node', null],
    ['an empty node', {}],
    ['a list', []],
    ['a word', 'category'],
  ])('%s is an unknown shape: 502', async (_, data) => {
    stage.seller.fail(inside(data))
    await expectFailure({ displayCategoryCode: 7 }, 502, /cannot be read: data$/)
    await expectFailure({ productName: '원두' }, 502, /cannot be read: data$/)
  })
})

/** A node with this data. */
const inside = (data: unknown): Fault => ({
  kind: 'status',
  status: 200,
  body: JSON.stringify({ code: 'SUCCESS', message: '', data }),
})

describe('what the product omits, or sends in another form, is null', () => {
  it.each([undefined, null, 'none'])('a leaf, whose children are %j, has none', async (child) => {
    stage.seller.fail(inside({ displayItemCategoryCode: 7, name: '식품', status: 'ACTIVE', child }))
    expect(await found({ displayCategoryCode: 7 })).toMatchObject({ displayItemCategoryCode: 7, child: [] })
  })

  it('a node without its code has the requested one, a child without its name keeps its position', async () => {
    stage.seller.fail(inside({ name: '식품', status: 7, child: [{ displayItemCategoryCode: 8 }, null, { name: 'x' }] }))
    expect(await found({ displayCategoryCode: '7' })).toEqual({
      displayItemCategoryCode: '7',
      name: '식품',
      status: null,
      child: [
        { displayItemCategoryCode: 8, name: null, status: null },
        { displayItemCategoryCode: null, name: 'x', status: null },
      ],
    })
  })

  it('a recommendation without an outcome', async () => {
    stage.seller.fail(inside({ predictedCategoryId: 51200 }))
    expect(await found({ productName: '원두' })).toEqual({
      autoCategorizationPredictionResultType: null,
      predictedCategoryId: 51200,
      predictedCategoryName: null,
      comment: null,
    })
  })

  it('a success whose code is missing', async () => {
    stage.seller.fail({ kind: 'status', status: 200, body: '{"data":{"displayItemCategoryCode":7,"name":"식품"}}' })
    expect(await found({ displayCategoryCode: 7 })).toMatchObject({ name: '식품', child: [] })
  })
})
