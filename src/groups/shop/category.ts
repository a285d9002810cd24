import * as z from 'zod'
import { at, isObject, items, type JsonObject, text } from '../../base/json.ts'
import { requiredFields } from '../../upstream/failures.ts'
import type { Connection } from './connection.ts'
import { exactId, exactIdField } from './coupang.ts'

const CATEGORIES = '/v2/providers/seller_api/apis/api/v1/marketplace/meta/display-categories'
const PREDICTION = '/v2/providers/openapi/apis/api/v1/categorization/predict'

const required = requiredFields('shop', 'data')

const textOrNull = (description: string) => z.string().nullable().describe(description)

const node = () =>
  z.looseObject({
    displayItemCategoryCode: exactIdField('Code'),
    name: textOrNull('Name'),
    status: textOrNull('ACTIVE, READY or DISABLED'),
  })
type Node = z.output<ReturnType<typeof node>>

export const category = () => node().extend({ child: z.array(node()).describe('Direct children; none for a leaf') })
export type Category = z.output<ReturnType<typeof category>>

/** The product's recommendation. The first field says whether there is one. */
export const recommendation = () =>
  z.looseObject({
    autoCategorizationPredictionResultType: textOrNull('SUCCESS, FAILURE or INSUFFICIENT_INFORMATION'),
    predictedCategoryId: exactIdField('Code of the recommended category'),
    predictedCategoryName: textOrNull('Name of the recommended category'),
    comment: textOrNull('What the product says about it'),
  })
export type Recommendation = z.output<ReturnType<typeof recommendation>>

export interface CategoryQuery {
  displayCategoryCode?: number | string | undefined
  productName?: string | undefined
}

/**
 * Returns the recommended category for a name, the node for a code, and the root without either. Throws 404 for an
 * unknown code.
 */
export async function fetchCategory(
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
