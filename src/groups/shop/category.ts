import * as z from 'zod'
import { isObject } from '../../base/json-object.ts'
import { shapeReader } from '../../upstream/shape.ts'
import type { Connection } from './connection.ts'
import { exactId } from './coupang.ts'

const CATEGORIES = '/v2/providers/seller_api/apis/api/v1/marketplace/meta/display-categories'
const PREDICTION = '/v2/providers/openapi/apis/api/v1/categorization/predict'

const node = () =>
  z.looseObject({
    displayItemCategoryCode: exactId().describe('Code'),
    name: z.string().describe('Name'),
    status: z.string().describe('ACTIVE, READY or DISABLED'),
  })

/** A display category with its direct children (shop facts, section 3). */
export const category = () => node().extend({ child: z.array(node()).describe('Direct children') })
export type Category = z.output<ReturnType<typeof category>>

/** What the product recommends. Its first field says whether it could recommend anything. */
export const recommendation = () =>
  z.looseObject({
    autoCategorizationPredictionResultType: z.string().describe('SUCCESS, FAILURE or INSUFFICIENT_INFORMATION'),
    predictedCategoryId: exactId().nullish().describe('Code of the recommended category'),
    predictedCategoryName: z.string().nullish().describe('Name of the recommended category'),
    comment: z.string().nullish().describe('What the product says about it'),
  })
export type Recommendation = z.output<ReturnType<typeof recommendation>>

const readCategory = shapeReader('shop', () => z.object({ data: z.preprocess(withRealName, category()) }))
const readRecommendation = shapeReader('shop', () => z.object({ data: recommendation() }))

export interface CategoryQuery {
  displayCategoryCode?: number | string | undefined
  productName?: string | undefined
}

/** A name gives the recommended category, a code its node, neither the root. Throws 404 for an unknown code. */
export async function fetchCategory(
  { callAsSeller }: Connection,
  { displayCategoryCode = 0, productName }: CategoryQuery,
): Promise<Category | Recommendation> {
  if (productName !== undefined) {
    return readRecommendation(await callAsSeller({ path: () => PREDICTION, body: { productName } })).data
  }
  return readCategory(await callAsSeller({ path: () => `${CATEGORIES}/${displayCategoryCode}` })).data
}

/** The product's guide calls the code displayCategoryCode, its answers displayItemCategoryCode (shop facts, section 3). */
function withRealName(value: unknown): unknown {
  if (!isObject(value)) return value
  const { displayCategoryCode, child, ...fields } = value
  return {
    ...(displayCategoryCode !== undefined && { displayItemCategoryCode: displayCategoryCode }),
    ...fields,
    ...(child !== undefined && { child: Array.isArray(child) ? child.map(withRealName) : child }),
  }
}
