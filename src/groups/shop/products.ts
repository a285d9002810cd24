import { Hono } from 'hono'
import * as z from 'zod/mini'
import { GatewayError, hasStatus, notFound } from '../../base/errors.ts'
import { at, identifier, isObject, items, number, text } from '../../base/json.ts'
import { choice, optionalClamped } from '../../gateway/http/fields.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { requiredFields } from '../../upstream/failures.ts'
import type { Channel } from './channels.ts'
import { type Connection, connect } from './coupang.ts'
import { digitsInPath, read, success } from './group.ts'
import { readPage } from './lists.ts'
import type { Product, ProductRow } from './products.outputs.ts'
import { toDateTime } from './window.ts'

/** The words of a status in an answer, and its code in a query (docs/products/shop.md, "2.7 Products and options"). */
const STATUSES = {
  IN_REVIEW: '심사중',
  SAVED: '임시저장',
  APPROVING: '승인대기중',
  APPROVED: '승인완료',
  PARTIAL_APPROVED: '부분승인완료',
  DENIED: '승인반려',
  DELETED: '상품삭제',
} as const

type Status = keyof typeof STATUSES
const STATUS_CODES = Object.keys(STATUSES) as [Status, ...Status[]]

/** The code of a status. A code that the product sends instead of its words stays; others are null. */
export const readStatus = (words: string | null): Status | null => {
  const plain = words?.replace(/\s/g, '')
  return STATUS_CODES.find((code) => code === plain || STATUSES[code] === plain) ?? null
}

/** The product searches no longer part of a name. */
const MOST_NAME = 20
const PAGE_SIZE = 50
const MOST_PAGE_SIZE = 100

const productQuery = () => ({
  query: z.strictObject({
    name: z
      .optional(
        z
          .string()
          .check(
            z.trim(),
            z.minLength(1, 'must not be empty'),
            z.maxLength(MOST_NAME, `must be a part of a name, of at most ${MOST_NAME} characters`),
          ),
      )
      .check(
        z.meta({
          description: `A part of the name, at most ${MOST_NAME} characters`,
          examples: ['감귤'],
          narrows: 'amount',
        }),
      ),
    status: z
      .optional(choice(STATUS_CODES))
      .check(z.meta({ description: 'Only products of this status', examples: ['APPROVED'], narrows: 'amount' })),
    limit: optionalClamped(1, MOST_PAGE_SIZE).check(
      z.meta({
        description: `Products to a page, 1 to ${MOST_PAGE_SIZE}; ${PAGE_SIZE} unless given`,
        examples: [20],
        narrows: 'amount',
      }),
    ),
    cursor: z
      .optional(z.string().check(z.regex(/^[\w-]{1,100}$/, 'must be next_cursor of the page before')))
      .check(z.meta({ description: 'next_cursor of the page before', examples: ['1'], narrows: 'position' })),
  }),
})

const productId = () => ({
  param: z.object({
    seller_product_id: digitsInPath('The seller_product_id of shop_list_products', '15201234501'),
  }),
})

/** The paths of products and their options, which have no vendor in them. */
export const MARKETPLACE = '/v2/providers/seller_api/apis/api/v1/marketplace'
const PRODUCTS = `${MARKETPLACE}/seller-products`

/** The token of the first page, which none means as well. */
const FIRST_PAGE = '1'

const required = requiredFields('shop', 'data', 'nextToken', 'sellerProductId')

interface ProductQuery {
  name?: string | undefined
  status?: Status | undefined
  limit?: number | undefined
  cursor?: string | undefined
}

async function listProducts(connection: Connection, { name, status, limit = PAGE_SIZE, cursor }: ProductQuery) {
  const parameters: [string, string][] = [
    ['vendorId', await connection.vendorId()],
    ['maxPerPage', String(limit)],
  ]
  if (cursor !== undefined) parameters.push(['nextToken', cursor])
  if (name !== undefined) parameters.push(['sellerProductName', name])
  if (status !== undefined) parameters.push(['status', status])
  const { data, nextToken } = readPage(await connection.callAsSeller({ path: () => PRODUCTS, parameters }))
  // A page that names itself as the next one would be read without an end.
  if (nextToken !== '' && nextToken === (cursor ?? FIRST_PAGE)) required('nextToken', undefined)
  return { ...success(items(data, readRow)), next_cursor: nextToken === '' ? null : nextToken }
}

/** The fields that a list and a single product have alike. Undefined for what has no id. */
function readRow(product: unknown): ProductRow | undefined {
  const seller_product_id = identifier(at(product, 'sellerProductId'))
  if (seller_product_id === null) return undefined
  const getText = (name: string) => text(at(product, name))
  const words = getText('statusName') ?? getText('status')
  return {
    seller_product_id,
    product_id: readProductId(at(product, 'productId')),
    name: getText('sellerProductName'),
    brand: getText('brand'),
    status: readStatus(words),
    status_name: words,
    category_code: identifier(at(product, 'displayCategoryCode')),
    sale_started_at: toDateTime(at(product, 'saleStartedAt')),
    sale_ended_at: toDateTime(at(product, 'saleEndedAt')),
    created_at: toDateTime(at(product, 'createdAt')),
  }
}

/** The product writes 0 for a product that has no page yet. */
const readProductId = (value: unknown) => {
  const id = identifier(value)
  return id === '0' ? null : id
}

async function getProduct(connection: Connection, id: string): Promise<Product> {
  const path = `${PRODUCTS}/${id}`
  const data = at(await connection.callAsSeller({ path: () => path }).catch(toMissing('product', id)), 'data')
  const row = required('sellerProductId', readRow(data))
  return {
    ...row,
    display_name: text(at(data, 'displayProductName')),
    options: items(at(data, 'items'), readOption).flat(),
  }
}

/**
 * An item of a product is an option of the Marketplace, one of Rocket Growth, or both: then each channel has an id of
 * its own.
 */
function readOption(item: unknown): Product['options'] {
  if (!isObject(item)) return []
  const name = text(item.itemName)
  const toOption = (channel: Channel, part: unknown) => ({
    vendor_item_id: readProductId(at(part, 'vendorItemId')),
    name,
    channel,
    price: number(at(part, 'priceData', 'salePrice') ?? at(part, 'salePrice')),
    original_price: number(at(part, 'priceData', 'originalPrice') ?? at(part, 'originalPrice')),
    sku: text(at(part, 'externalVendorSku')),
  })
  const { marketplaceItemData: marketplace, rocketGrowthItemData: rocket } = item
  const isPlain = !isObject(marketplace) && !isObject(rocket)
  return [
    ...(isPlain || identifier(item.vendorItemId) !== null ? [toOption('marketplace', item)] : []),
    ...(isObject(marketplace) && identifier(item.vendorItemId) === null ? [toOption('marketplace', marketplace)] : []),
    ...(isObject(rocket) ? [toOption('rocket_growth', rocket)] : []),
  ]
}

/** A read whose only input is an id: what the product refuses about it is that id. */
export const toMissing =
  (thing: string, id: string) =>
  (error: unknown): never => {
    if (error instanceof GatewayError && hasStatus(error, 400))
      throw notFound(`the shop has no ${thing} ${id}: ${error.message}`)
    throw error
  }

export const productRoutes = new Hono<AppEnv>()
  .get(
    '/shop/products',
    read('shop_list_products', {
      summary: "The seller's products at Coupang",
      description:
        'What the connected seller has registered, in the order of the service, without what only Coupang ships (Rocket Growth). shop_get_product has the options of one, which stock and prices belong to.',
      ko: '판매자의 등록 상품 목록',
      title: 'Get products',
      search:
        'what do we sell, our products, list of goods in my shop, catalogue, articles of the store, find a product by its name, which products are approved, rejected products, products under review, id of a product, 상품 목록, 쿠팡 상품 보여, 팔고 있는 상품, 우리 가게 상품, 등록 상품, 등록한 상품, 우리가 파는 거, 파는 상품, 상품 찾아, 상품 조회, 무슨 상품 팔, 승인 대기 상품, 반려된 상품, 등록상품ID',
      tool: {
        shown: {
          '': 'result next_cursor?',
          'result.[]': 'seller_product_id name brand? status|status_name',
        },
        account: 'shop-seller',
      },
      input: productQuery,
      handle: async (c) => listProducts(connect(c), c.req.valid('query')),
    }),
  )
  .get(
    '/shop/products/:seller_product_id',
    read('shop_get_product', {
      summary: 'A product of the seller with its options',
      description:
        'Each option with its `vendor_item_id`, which stock, price and sale are changed by, and which order sheets have; null before the product is approved. Prices are those of the registration: shop_get_item has the stock and the price of today.',
      ko: '판매자의 상품 한 개와 옵션',
      title: 'Get a product with its options',
      search:
        'options of a product, which sizes and colors do we have, variants, vendor item id of an option, sku of a product, which option ids, details of an article, 상품 옵션, 옵션 목록, 옵션ID, 어떤 옵션 있, 상품 상세, 사이즈별 옵션, 색상 옵션',
      tool: {
        shown: {
          '': 'result',
          result: 'seller_product_id name status|status_name options',
          'result.options.[]': 'vendor_item_id name channel price original_price? sku?',
        },
        account: 'shop-seller',
      },
      input: productId,
      handle: async (c) => success(await getProduct(connect(c), c.req.valid('param').seller_product_id)),
    }),
  )
