import * as z from 'zod'
import { isObject, items, text } from '../../base/json.ts'
import { exactId, exactIdField } from './coupang.ts'
import { sheetFields } from './sheet.answers.ts'
import { parseTime } from './times.ts'

/** The six statuses, in the order of a sheet's life. The product has a separate list for each. */
export const orderSheetStatuses = [
  'ACCEPT',
  'INSTRUCT',
  'DEPARTURE',
  'DELIVERING',
  'FINAL_DELIVERY',
  'NONE_TRACKING',
] as const

export type OrderSheetStatus = (typeof orderSheetStatuses)[number]

/** One shipment box of an order. Other fields are passed on unchanged. */
export const orderSheet = () =>
  z
    .looseObject({
      shipmentBoxId: exactIdField('Shipment box'),
      status: z.string().nullable().describe('How far it is: one of the six statuses'),
      orderedAt: z.string().nullable().describe('ISO 8601 moment of the order'),
      ...sheetFields(),
    })
    .meta({ component: 'OrderSheet' })
export type OrderSheet = z.output<ReturnType<typeof orderSheet>>

/** Undefined for anything but a sheet. */
const readSheet = (value: unknown): OrderSheet | undefined =>
  isObject(value) && Object.keys(value).length > 0
    ? {
        ...value,
        shipmentBoxId: exactId(value.shipmentBoxId),
        status: text(value.status),
        orderedAt: text(value.orderedAt),
      }
    : undefined

/**
 * Merges the order sheets of all lists and pages: each shipment box once, ordered by the time of the order, with
 * unknown times at the end. A sheet whose status changed between two calls is in two lists. The later status is used.
 */
export function mergeSheets(lists: readonly (readonly unknown[])[]): OrderSheet[] {
  const byBox = new Map<string | symbol, OrderSheet>()
  for (const sheet of items(lists.flat(), readSheet)) {
    // Without the id of its box, a sheet cannot be recognized in a second list.
    const box = sheet.shipmentBoxId === null ? Symbol() : String(sheet.shipmentBoxId)
    const known = byBox.get(box)
    if (!known || progress(known) < progress(sheet)) byBox.set(box, sheet)
  }
  return [...byBox.values()]
    .map((sheet) => ({ sheet, box: String(sheet.shipmentBoxId ?? ''), time: getOrderTime(sheet) }))
    .sort((a, b) => a.time - b.time || byDigits(a.box, b.box))
    .map(({ sheet }) => sheet)
}

/** Later than any date. Not Infinity, because two sheets without a time must differ by 0 when they are sorted. */
const NO_TIME = Number.MAX_SAFE_INTEGER

const getOrderTime = ({ orderedAt }: OrderSheet) => parseTime(orderedAt) ?? NO_TIME

const byDigits = (a: string, b: string) => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0)

const ORDER: readonly (string | null)[] = orderSheetStatuses

const progress = ({ status }: OrderSheet) => ORDER.indexOf(status)
