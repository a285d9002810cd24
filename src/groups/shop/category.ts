import * as z from 'zod'
import { isObject } from '../../base/json-object.ts'
import type { Outgoing } from '../../upstream/outgoing.ts'
import { shapeReader } from '../../upstream/shape.ts'
import { exactId } from './exact-id.ts'
import { askCategory, askPrediction } from './seller.ts'

const node = () =>
  z.looseObject({
    displayItemCategoryCode: exactId().describe('Code'),
    name: z.string().describe('Name'),
    status: z.string().describe('ACTIVE, READY or DISABLED'),
  })

/** A display category with its direct children (shop facts, section 3). */
export const category = () => node().extend({ child: z.array(node()).describe('Direct children') })
export type Category = z.output<ReturnType<typeof category>>

/** What the product recommends; that it cannot is an answer too, and stands in the first field. */
export const recommendation = () =>
  z.looseObject({
    autoCategorizationPredictionResultType: z.string().describe('SUCCESS, FAILURE or INSUFFICIENT_INFORMATION'),
    predictedCategoryId: exactId().nullish().describe('Code of the recommended category'),
    predictedCategoryName: z.string().nullish().describe('Name of the recommended category'),
    comment: z.string().nullish().describe('What the product says about it'),
  })
export type Recommendation = z.output<ReturnType<typeof recommendation>>

const readCategory = shapeReader('shop', () => z.object({ data: z.preprocess(renamed, category()) }))
const readRecommendation = shapeReader('shop', () => z.object({ data: recommendation() }))

export interface CategoryQuery {
  displayCategoryCode?: number | string | undefined
  productName?: string | undefined
}

/** A name gives the recommended category, a code its node, neither the root. Throws 404 for an unknown code. */
export async function findCategory(
  outgoing: Outgoing,
  { displayCategoryCode = 0, productName }: CategoryQuery,
): Promise<Category | Recommendation> {
  if (productName !== undefined) return readRecommendation(await askPrediction(outgoing, productName)).data
  return readCategory(await askCategory(outgoing, String(displayCategoryCode))).data
}

/** The product's guide calls the code displayCategoryCode, its answers displayItemCategoryCode (shop facts, section 3). */
function renamed(value: unknown): unknown {
  if (!isObject(value)) return value
  const { displayCategoryCode, child, ...fields } = value
  return {
    ...(displayCategoryCode !== undefined && { displayItemCategoryCode: displayCategoryCode }),
    ...fields,
    ...(child !== undefined && { child: Array.isArray(child) ? child.map(renamed) : child }),
  }
}
