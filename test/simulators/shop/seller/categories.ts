import { type Context, Hono } from 'hono'
import { jsonResponse } from '../bare-json.ts'
import { type Category, withDescendants } from './category-tree.ts'
import { openApiError, sellerApiError } from './errors.ts'
import type { SellerSwitches } from './switches.ts'

const CATEGORIES = '/v2/providers/seller_api/apis/api/v1/marketplace/meta/display-categories'
const PREDICT = '/v2/providers/openapi/apis/api/v1/categorization/predict'

/** Display categories and the recommendation of one (facts 3). */
export function categories(state: { categories: Category }, switches: SellerSwitches): Hono {
  const refuse = (message: string) => sellerApiError(switches.categoryErrorsInside200 ? 200 : 400, message)

  const answer = (c: Context, data: (category: Category) => unknown) => {
    const code = c.req.param('code') ?? ''
    if (!/^\d+$/.test(code)) return refuse('Display category code should be numeric.')
    const found = withDescendants(state.categories).find((category) => category.code === Number(code))
    return found ? success(data(found)) : refuse(`Display category code ${code} does not exist.`)
  }

  return new Hono()
    .get(CATEGORIES, () => success(view(state.categories, Number.POSITIVE_INFINITY)))
    .get(`${CATEGORIES}/:code`, (c) => answer(c, (category) => view(category, 1)))
    .get(`${CATEGORIES}/:code/status`, (c) => answer(c, (category) => category.status === 'ACTIVE'))
    .post(PREDICT, async (c) => {
      const body: unknown = await c.req.json().catch(() => undefined)
      const name = body instanceof Object && 'productName' in body ? body.productName : undefined
      if (typeof name !== 'string' || name.trim() === '')
        return openApiError(400, 'required parameters are missing: productName')
      return jsonResponse({ code: 200, message: 'OK', data: predict(state.categories, name) })
    })
}

const success = (data: unknown) => jsonResponse({ code: 'SUCCESS', message: '', data })

function view(category: Category, levels: number): object {
  return {
    displayItemCategoryCode: category.code,
    name: category.name,
    status: category.status,
    child: levels === 0 ? [] : category.children.map((child) => view(child, levels - 1)),
  }
}

/** A leaf whose words are in the name. A single unknown word is too little. */
function predict(tree: Category, productName: string) {
  const leaves = withDescendants(tree).filter(({ children, status }) => children.length === 0 && status === 'ACTIVE')
  const found = leaves.find(({ words }) => words.some((word) => productName.includes(word)))
  const lone = !productName.trim().includes(' ')
  return {
    autoCategorizationPredictionResultType: found ? 'SUCCESS' : lone ? 'INSUFFICIENT_INFORMATION' : 'FAILURE',
    predictedCategoryId: found ? String(found.code) : null,
    predictedCategoryName: found?.name ?? null,
    comment: found || !lone ? null : '상품명을 더 자세히 입력해 주세요.',
  }
}
