import * as z from 'zod'
import { at, count, identifier, items, number, text } from '../../base/json.ts'
import { addDays, getKoreanDay } from '../../base/time.ts'
import { claimFields, oldestFirst, readClaim, TOO_MANY_DAYS, word } from './claims.ts'
import type { Connection } from './connection.ts'
import { exactId, exactIdField } from './coupang.ts'
import { readLists, readPage } from './lists.ts'

export const EXCHANGE_STATUSES = ['RECEIPT', 'PROGRESS', 'SUCCESS', 'REJECT', 'CANCEL'] as const

/** The longest range of one call. */
const MOST_DAYS = 7

/** An exchange, without the name, phone and address of the person who requested it. */
export const exchangeRow = () =>
  z.object({
    exchange_id: z.string().describe('Id of the exchange'),
    status: word('RECEIPT received, PROGRESS, SUCCESS, REJECT or CANCEL'),
    ...claimFields(),
    collect_status: word('How far the pickup of the first item is'),
    delivery_status: word('How far the delivery of the other item is'),
    items: z
      .array(
        z.object({
          name: word('What was ordered'),
          new_name: word('What is sent instead'),
          quantity: z.int().nullable().describe('How many'),
          price: z.number().nullable().describe('Won for one item'),
          shipment_box_id: exactIdField('Box in which the first item was sent'),
        }),
      )
      .describe('What is exchanged'),
    new_boxes: z
      .array(exactIdField('Box in which the other item is sent'))
      .describe('Known once the first item is back'),
  })
export type ExchangeRow = z.output<ReturnType<typeof exchangeRow>>

const exchangesPath = (vendorId: string) =>
  `/v2/providers/openapi/apis/api/v4/vendors/${encodeURIComponent(vendorId)}/exchangeRequests`

export interface ExchangeQuery {
  from: string
  to: string
  status?: (typeof EXCHANGE_STATUSES)[number] | undefined
}

/**
 * All exchanges that were requested on these days in Korea, oldest first. Reads each window of the product up to today.
 */
export async function listExchanges(
  connection: Connection,
  { from, to, status }: ExchangeQuery,
): Promise<ExchangeRow[]> {
  const today = getKoreanDay(connection.upstream.platform.now())
  const lists = getWeeks(from, to < today ? to : today).map(([first, last]) => async (token: string) => {
    const parameters: [string, string][] = [
      ['createdAtFrom', `${first}T00:00:00`],
      ['createdAtTo', `${last}T23:59:59`],
      ['maxPerPage', '50'],
    ]
    if (token) parameters.push(['nextToken', token])
    return readPage(await connection.callAsSeller({ path: exchangesPath, parameters }))
  })
  const pages = await readLists(connection, lists, TOO_MANY_DAYS)
  // The product refuses its own statuses in a query.
  const rows = items(pages.flat(), readExchange).filter((row) => status === undefined || row.status === status)
  return oldestFirst(rows, ({ exchange_id }) => exchange_id)
}

function getWeeks(from: string, to: string): [first: string, last: string][] {
  const windows: [string, string][] = []
  for (let first = from; first <= to; first = addDays(first, MOST_DAYS)) {
    const last = addDays(first, MOST_DAYS - 1)
    windows.push([first, last < to ? last : to])
  }
  return windows
}

function readExchange(row: unknown): ExchangeRow | undefined {
  const exchange_id = identifier(at(row, 'exchangeId'))
  if (exchange_id === null) return undefined
  const getText = (name: string) => text(at(row, name))
  return {
    exchange_id,
    ...readClaim(row),
    status: getText('exchangeStatus'),
    reason: getText('reasonCodeText') ?? getText('reason'),
    comment: getText('reasonEtcDetail'),
    fault: getText('faultType'),
    collect_status: getText('collectStatus'),
    delivery_status: getText('deliveryStatus'),
    items: items(at(row, 'exchangeItemDtoV1s'), (item) => ({
      name: text(at(item, 'orderItemName')),
      new_name: text(at(item, 'targetItemName')),
      quantity: count(at(item, 'quantity')),
      price: number(at(item, 'orderItemUnitPrice')),
      shipment_box_id: exactId(at(item, 'originalShipmentBoxId')),
    })),
    new_boxes: items(at(row, 'deliveryInvoiceGroupDtos'), (group) => exactId(at(group, 'shipmentBoxId'))),
  }
}
