type CancelReturnStatus = 'CANCELED' | 'RETURN_COMPLETE' | 'EXCHANGE_COMPLETE'

/** Amounts are whole won per unit: the list price, the sale price, and the paid price. */
export interface ConsumerProduct {
  productId: number
  itemId: number
  vendorItemId: number
  productName: string
  vendorItemName: string
  quantity: number
  unitPrice: number
  discountedUnitPrice: number
  combinedUnitPrice: number
  imagePath: string | null
  brandName: string | null
  cancelReturnStatus: CancelReturnStatus | null
  /** How many pieces were cancelled. All of a line with a status when undefined. */
  cancelled?: number
  /** How many pieces are in a return. Left out when undefined. */
  returned?: number
}

export interface DeliveryGroup {
  /** 19 digits */
  shipmentBoxId: string
  invoiceNumber: string
  invoiceStatus: string
  /** What the site shows; that of the invoice when undefined. */
  groupStatus?: string
  vendorName: string
  products: ConsumerProduct[]
}

export interface ConsumerOrder {
  orderId: number
  /** epoch ms */
  orderedAt: number
  deliveryPrice: number
  groups: DeliveryGroup[]
}

const PRODUCT: ConsumerProduct = {
  productId: 7400000011,
  itemId: 19100000011,
  vendorItemId: 86200000011,
  productName: '맑은샘 생수 2L',
  vendorItemName: '맑은샘 생수 2L, 12개',
  quantity: 1,
  unitPrice: 12900,
  discountedUnitPrice: 10900,
  combinedUnitPrice: 10500,
  imagePath: 'https://thumbnail.example/water.jpg',
  brandName: '맑은샘',
  cancelReturnStatus: null,
}

const GROUP: DeliveryGroup = {
  shipmentBoxId: '1042538971006401431',
  invoiceNumber: '651200330100',
  invoiceStatus: 'FINAL_DELIVERY',
  vendorName: '쿠팡',
  products: [PRODUCT],
}

type GroupPart = Partial<Omit<DeliveryGroup, 'products'>> & { products?: Partial<ConsumerProduct>[] }

const deliveryGroup = (part: GroupPart): DeliveryGroup => ({
  ...GROUP,
  ...part,
  products: (part.products ?? [{}]).map((product) => ({ ...PRODUCT, ...product })),
})

/** A consumer order for a test that only sets what it needs. */
export const consumerOrder = (
  part: Partial<Omit<ConsumerOrder, 'groups'>> & { groups?: GroupPart[] },
): ConsumerOrder => ({
  orderId: 25000123456789,
  orderedAt: Date.parse('2026-11-20T10:00:00+09:00'),
  deliveryPrice: 0,
  ...part,
  groups: (part.groups ?? [{}]).map(deliveryGroup),
})
