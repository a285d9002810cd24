import { type Context, Hono } from 'hono'
import { jsonResponse } from '../answers.ts'
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

export interface Category {
  code: number
  name: string
  status: 'ACTIVE' | 'READY' | 'DISABLED'
  children: Category[]
  /** Words of a product name that belong to this category. */
  words: string[]
}

const category = (code: number, name: string, children: Category[] = [], words = [name]): Category => ({
  code,
  name,
  status: 'ACTIVE',
  children,
  words,
})

/** A seed of three levels; 0 is the root. */
export const categoryTree = (): Category =>
  category(0, 'ROOT', [
    category(51000, '식품', [
      category(51100, '과일', [
        category(51101, '감귤', [], ['감귤', '귤']),
        category(51102, '사과'),
        category(51103, '곶감'),
      ]),
      category(51200, '커피/차', [
        category(51201, '원두커피', [], ['원두', '드립백']),
        category(51202, '녹차', [], ['녹차', '세작']),
      ]),
      category(51300, '김치', [category(51301, '포기김치', [], ['포기김치', '배추김치'])]),
    ]),
    category(52000, '생활용품', [
      category(52100, '세탁세제', [category(52101, '액체세제', [], ['액체세제', '세탁세제'])]),
      category(52200, '화장지', [category(52201, '롤화장지', [], ['화장지', '휴지'])]),
    ]),
    category(53000, '주방용품', [category(53100, '텀블러/보온병', [category(53101, '텀블러')])]),
    category(54000, '패션의류잡화', [category(54100, '양말', [category(54101, '등산양말', [], ['등산양말'])])]),
    category(55000, '반려/애완용품', [category(55100, '고양이 모래')]),
    { ...category(56000, '도서'), status: 'READY' },
    { ...category(57000, '비디오/DVD'), status: 'DISABLED' },
  ])

/** This category and all below it. */
const withDescendants = (root: Category): Category[] => [root, ...root.children.flatMap(withDescendants)]
