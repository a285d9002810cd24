import { Hono } from 'hono'
import { pageOf } from '../../rest.ts'
import { jsonResponse } from '../answers.ts'
import { sellerApiError } from './errors.ts'
import type { Vendor } from './signature.ts'
import type { SellerSwitches } from './switches.ts'

const MARKETPLACE = '/v2/providers/seller_api/apis/api/v1/marketplace'

export const PRODUCT_STATUSES = {
  IN_REVIEW: '심사중',
  SAVED: '임시저장',
  APPROVING: '승인대기중',
  APPROVED: '승인완료',
  PARTIAL_APPROVED: '부분승인완료',
  DENIED: '승인반려',
  DELETED: '상품삭제',
} as const

export interface SellerItem {
  /** Null before the product is approved. */
  vendorItemId: number | null
  /** The option's own id when Coupang ships it as well. */
  rocketVendorItemId: number | null
  itemName: string
  sku: string
  stock: number
  price: number
  originalPrice: number
  onSale: boolean
}

export interface SellerProduct {
  sellerProductId: number
  productId: number
  name: string
  brand: string
  categoryCode: number
  status: keyof typeof PRODUCT_STATUSES
  createdAt: string
  items: SellerItem[]
}

interface State {
  vendor: Vendor
  products: SellerProduct[]
  /** Each change of an option that arrived, such as `85071234501 prices 19900`. */
  itemChanges: string[]
}

/** Products, their options, stock, prices and sales (facts 2.7). */
export function products(state: State, switches: SellerSwitches): Hono {
  const app = new Hono()

  app.get(`${MARKETPLACE}/seller-products`, (c) => {
    const query = new URL(c.req.url).searchParams
    if (query.get('vendorId') !== state.vendor.id) return sellerApiError(switches.wrongVendor, 'Invalid vendor ID')
    const size = Number(query.get('maxPerPage') || 10)
    if (!Number.isInteger(size) || size < 1 || size > 100)
      return sellerApiError(400, 'maxPerPage는 100 이하여야 합니다.')
    const name = query.get('sellerProductName') ?? ''
    if (name.length > 20) return sellerApiError(400, '등록상품명은 20자 이하로 입력해 주세요.')
    const status = query.get('status')
    if (status !== null && !Object.hasOwn(PRODUCT_STATUSES, status))
      return sellerApiError(400, 'status가 잘못되었습니다.')
    const found = state.products.filter(
      (product) => product.name.includes(name) && (status === null || product.status === status),
    )
    const token = query.get('nextToken') || '1'
    const page = pageOf(found, {
      size,
      cursor: token === '1' ? undefined : token,
      getCursor: (_, index) => String(index / size + 1),
      names: 'next',
    })
    if (!page) return sellerApiError(400, 'nextToken이 잘못되었습니다.')
    return jsonResponse({ code: 'SUCCESS', message: '', nextToken: page.next ?? '', data: page.shown.map(rowOf) })
  })

  app.get(`${MARKETPLACE}/seller-products/:id{\\d+}`, (c) => {
    const product = state.products.find(({ sellerProductId }) => String(sellerProductId) === c.req.param('id'))
    if (!product) return sellerApiError(400, `상품(${c.req.param('id')}) 정보가 등록 또는 수정되지 않았습니다.`)
    return jsonResponse({ code: 'SUCCESS', message: '', data: viewOf(product) })
  })

  const findItem = (id: string) => {
    for (const product of state.products)
      for (const item of product.items) if (String(item.vendorItemId) === id) return { item, product }
    return undefined
  }

  app.get(`${MARKETPLACE}/vendor-items/:id/inventories`, (c) => {
    const found = findItem(c.req.param('id'))
    if (!found || found.product.status === 'DELETED') return sellerApiError(400, '입력한 아이디가 유효하지 않습니다.')
    const { vendorItemId, stock, price, onSale } = found.item
    const data = { sellerItemId: vendorItemId, amountInStock: stock, salePrice: price, onSale }
    return jsonResponse({ code: 'SUCCESS', message: '', data })
  })

  /** One change without a body. @returns why it is refused */
  const change = (
    path: string,
    thing: string,
    done: string,
    apply: (item: SellerItem, value: number, force: boolean) => string | undefined,
  ) =>
    app.put(`${MARKETPLACE}/vendor-items/:id/${path}`, (c) => {
      const id = c.req.param('id') ?? ''
      const value = c.req.param('value')
      state.itemChanges.push([id, path.replace('/:value', ''), value].filter(Boolean).join(' '))
      const refuse = (why: string) => sellerApiError(400, `${thing}에 실패했습니다. [${why}]`)
      const found = findItem(id)
      if (!found) return refuse(`vendoritemid ${id} not found`)
      if (found.product.status === 'DELETED') return refuse(`옵션ID[${id}] : 삭제된 상품은 변경이 불가능합니다.`)
      if (value !== undefined && !/^\d+$/.test(value)) return sellerApiError(400, '입력값이 올바르지 않습니다.')
      const force = new URL(c.req.url).searchParams.get('forceSalePriceUpdate') === 'true'
      const why = apply(found.item, Number(value), force)
      if (why !== undefined) return refuse(`옵션ID[${id}] : ${why}`)
      return jsonResponse({ code: 'SUCCESS', message: done, data: null })
    })

  change('quantities/:value', '재고변경', '재고 변경을 완료했습니다.', (item, stock) => {
    item.stock = stock
    return undefined
  })
  change('prices/:value', '가격변경', '가격 변경을 완료했습니다.', (item, price, force) => {
    if (price < 10 || price % 10 > 0) return '판매가는 10원 단위로 입력해 주세요.'
    if (!force && (price < item.price / 2 || price > item.price * 2))
      return '판매가 변경이 불가능합니다. 변경전 판매가의 최대 50% 인하/최대 100%인상까지 변경가능합니다.'
    item.price = price
    return undefined
  })
  change('original-prices/:value', '할인율 기준가격 변경', '할인율 기준가격이 변경되었습니다.', (item, price) => {
    if (price % 10 > 0) return '할인율 기준가는 10원 단위로 입력해 주세요.'
    item.originalPrice = price
    return undefined
  })
  change('sales/stop', '판매중지', '판매 중지 처리되었습니다.', (item) => {
    item.onSale = false
    return undefined
  })
  change('sales/resume', '판매재개', '판매가 재개되었습니다.', (item) => {
    item.onSale = true
    return undefined
  })

  return app
}

const rowOf = (product: SellerProduct) => ({
  sellerProductId: product.sellerProductId,
  sellerProductName: product.name,
  displayCategoryCode: product.categoryCode,
  categoryId: 2171,
  productId: product.productId,
  vendorId: 'A00012345',
  mdId: '',
  mdName: '',
  saleStartedAt: product.createdAt,
  saleEndedAt: '2099-01-01T23:59:59',
  brand: product.brand,
  statusName: PRODUCT_STATUSES[product.status],
  createdAt: product.createdAt,
})

/** A product that Coupang ships as well has the ids and prices of each channel in a part of its own. */
const viewOf = (product: SellerProduct) => ({
  ...rowOf(product),
  displayProductName: `${product.brand} ${product.name}`,
  generalProductName: product.name,
  productGroup: '',
  deliveryMethod: 'SEQUENCIAL',
  requested: true,
  items: product.items.map(
    ({ vendorItemId, rocketVendorItemId, itemName, sku, stock, price, originalPrice }, index) => {
      const prices = { originalPrice, salePrice: price }
      const common = { itemName, unitCount: 1, maximumBuyForPerson: 0, attributes: [], images: [] }
      const sellerProductItemId = product.sellerProductId * 10 + index
      if (rocketVendorItemId === null)
        return {
          ...common,
          ...prices,
          sellerProductItemId,
          vendorItemId,
          maximumBuyCount: stock,
          externalVendorSku: sku,
        }
      const part = { sellerProductItemId, externalVendorSku: sku, priceData: prices }
      return {
        ...common,
        marketplaceItemData: { ...part, vendorItemId, maximumBuyCount: stock },
        rocketGrowthItemData: { ...part, vendorItemId: rocketVendorItemId, skuInfo: {} },
      }
    },
  ),
})

const GOODS: [name: string, brand: string, category: number, options: [name: string, price: number][]][] = [
  [
    '무농약 제주 감귤',
    '한라농원',
    51101,
    [
      ['5kg', 19900],
      ['10kg', 35900],
    ],
  ],
  ['청송 꿀사과', '주왕산농장', 51102, [['3kg 가정용', 24900]]],
  ['상주 곶감', '상주골', 51103, [['30구 선물세트', 38000]]],
  ['에티오피아 예가체프 원두', '아침볶음', 51201, [['500g, 홀빈', 17500]]],
  ['하동 세작 녹차', '섬진다원', 51202, [['80g', 22000]]],
  ['전라도 포기김치', '남도찬', 51301, [['10kg', 43900]]],
  [
    '메리노울 등산양말',
    '산길',
    54101,
    [
      ['블랙, 250-280mm, 3켤레', 15900],
      ['그레이, 250-280mm, 3켤레', 15900],
    ],
  ],
  ['스테인리스 텀블러', '온담', 53101, [['실버 500ml', 21000]]],
]

/** The first option of a product has the id that its orders have. */
export const seededProducts = (): SellerProduct[] =>
  GOODS.map(([name, brand, categoryCode, options], n) => {
    const isApproved = n < 7
    return {
      sellerProductId: 15201234501 + n,
      productId: isApproved ? 7301234501 + n : 0,
      ...{ name, brand, categoryCode },
      status: isApproved ? 'APPROVED' : 'IN_REVIEW',
      createdAt: `2026-0${n + 1}-11T10:00:00`,
      items: options.map(([itemName, price], index) => ({
        vendorItemId: isApproved ? 85071234501 + n + index * 100 : null,
        rocketVendorItemId: n === 4 ? 85071239901 : null,
        itemName,
        sku: `LK-${n + 1}${index}`,
        stock: 40 - n * 5 + index,
        ...{ price, originalPrice: price + 5000, onSale: n !== 5 },
      })),
    }
  })
