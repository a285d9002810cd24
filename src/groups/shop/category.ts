import { Hono } from 'hono'
import * as z from 'zod/mini'
import { at, isObject, items, type JsonObject, text } from '../../base/json.ts'
import { openObject } from '../../gateway/http/fields.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { requiredFields } from '../../upstream/failures.ts'
import { type Connection, connect, exactId } from './coupang.ts'
import { read, success } from './group.ts'
import type { Category, Node, Recommendation } from './outputs.ts'

/** A code becomes part of the upstream path, so it has only digits. */
const code = () => {
  const error = 'must be an integer of at least 0'
  return z.union([z.int().check(z.gte(0, error)), z.string().check(z.regex(/^\d{1,15}$/, error))], error)
}

const category = () => ({
  json: openObject({
    displayCategoryCode: z.optional(code()).check(
      z.meta({
        description: 'Code of a category: gives it and its direct children; 0, or neither field, gives the root',
      }),
    ),
    productName: z.optional(z.string().check(z.trim(), z.minLength(1, 'must not be empty'))).check(
      z.meta({
        description: 'Name of a product: gives the category that is recommended for it',
        examples: ['Wireless mouse'],
      }),
    ),
  }).check(
    z.refine(({ displayCategoryCode, productName }) => displayCategoryCode === undefined || productName === undefined, {
      path: ['productName'],
      error: 'cannot be given together with displayCategoryCode',
    }),
  ),
})

const CATEGORIES = '/v2/providers/seller_api/apis/api/v1/marketplace/meta/display-categories'
const PREDICTION = '/v2/providers/openapi/apis/api/v1/categorization/predict'

const required = requiredFields('shop', 'data')

interface CategoryQuery {
  displayCategoryCode?: number | string | undefined
  productName?: string | undefined
}

/**
 * Returns the recommended category for a name, the node for a code, and the root without either. Throws 404 for an
 * unknown code.
 */
async function fetchCategory(
  { callAsSeller }: Connection,
  { displayCategoryCode: code = 0, productName }: CategoryQuery,
): Promise<Category | Recommendation> {
  if (productName === undefined) {
    const data = readData(await callAsSeller({ path: () => `${CATEGORIES}/${code}` }))
    const { displayItemCategoryCode, ...fields } = readNode(data)
    return { displayItemCategoryCode: displayItemCategoryCode ?? code, ...fields, child: children(data.child) }
  }
  const data = readData(await callAsSeller({ path: () => PREDICTION, body: { productName } }))
  return {
    ...data,
    autoCategorizationPredictionResultType: text(data.autoCategorizationPredictionResultType),
    predictedCategoryId: exactId(data.predictedCategoryId),
    predictedCategoryName: text(data.predictedCategoryName),
    comment: text(data.comment),
  }
}

/** A non-empty object. An empty one does not describe a category. */
function readData(envelope: unknown): JsonObject {
  const data = at(envelope, 'data')
  return required('data', isObject(data) && Object.keys(data).length > 0 ? data : undefined)
}

/** The product's guide calls the code displayCategoryCode, its responses displayItemCategoryCode. */
function readNode({ displayCategoryCode, displayItemCategoryCode, child, ...fields }: JsonObject): Node {
  return {
    displayItemCategoryCode: exactId(displayItemCategoryCode) ?? exactId(displayCategoryCode),
    ...fields,
    name: text(fields.name),
    status: text(fields.status),
    ...(child !== undefined && { child: children(child) }),
  }
}

const children = (value: unknown): Node[] => items(value, (child) => (isObject(child) ? readNode(child) : undefined))

export const categoryRoutes = new Hono<AppEnv>().post(
  '/shop/category',
  read('shop_get_category', {
    summary: 'A display category with its children, or the one recommended for a product name',
    description: 'Give a code, or the name of a product to be recommended one. Other fields of the body are ignored.',
    ko: '노출 카테고리와 하위 카테고리, 상품명에 맞는 추천 카테고리',
    search:
      'where do I file an article, which category fits the product, category for a new article, where do I list it, what is below a category, recommend a category, category code, 카테고리 추천, 어느 카테고리, 어디에 등록해야, 상품 분류, 하위 카테고리, 카테고리 코드, 어떤 분류',
    title: 'Get a category',
    tool: {
      account: 'shop-seller',
    },
    input: category,
    handle: async (c) => success(await fetchCategory(connect(c), c.req.valid('json'))),
  }),
)
