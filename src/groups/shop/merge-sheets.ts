import * as z from 'zod'
import { shapeReader } from '../../upstream/shape.ts'
import { exactId } from './coupang.ts'

/** The six statuses, in the order in which a sheet passes through them; the product lists each apart (shop facts 2.4). */
export const orderSheetStatuses = [
  'ACCEPT',
  'INSTRUCT',
  'DEPARTURE',
  'DELIVERING',
  'FINAL_DELIVERY',
  'NONE_TRACKING',
] as const

export type OrderSheetStatus = (typeof orderSheetStatuses)[number]

/** One shipment box of an order; fields that are not named here are passed on as they came. */
export const orderSheet = () =>
  z.looseObject({
    shipmentBoxId: exactId().describe('Shipment box, all of its digits'),
    status: z.string().describe('How far it is: one of the six statuses'),
    orderedAt: z
      .string()
      .refine((text) => !Number.isNaN(Date.parse(text)))
      .describe('ISO 8601 moment of the order'),
  })
export type OrderSheet = z.output<ReturnType<typeof orderSheet>>

const readSheets = shapeReader('shop', () => z.array(orderSheet()))

/**
 * The order sheets of all lists and pages as one list: each shipment box once, by the time of the order. A sheet whose
 * status changed between two calls stands in two lists: the later status is kept. Throws 502 for an unknown shape.
 */
export function mergeSheets(lists: readonly (readonly unknown[])[]): OrderSheet[] {
  const byBox = new Map<string, OrderSheet>()
  for (const sheet of readSheets(lists.flat())) {
    const box = String(sheet.shipmentBoxId)
    const known = byBox.get(box)
    if (!known || progress(known) < progress(sheet)) byBox.set(box, sheet)
  }
  return [...byBox]
    .map(([box, sheet]) => ({ box: BigInt(box), sheet, orderedAt: Date.parse(sheet.orderedAt) }))
    .sort((a, b) => a.orderedAt - b.orderedAt || (a.box < b.box ? -1 : 1))
    .map(({ sheet }) => sheet)
}

const ORDER: readonly string[] = orderSheetStatuses

const progress = ({ status }: OrderSheet) => ORDER.indexOf(status)
