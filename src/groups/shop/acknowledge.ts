import { type ItemWrite, type WriteItem, type Writer, writeItems } from './item-writes.ts'
import { CALLS_PER_SECOND, pace } from './lists.ts'
import { fetchSheet } from './sheet-reading.ts'

const path = (vendorId: string) =>
  `/v2/providers/openapi/apis/api/v4/vendors/${encodeURIComponent(vendorId)}/ordersheets/acknowledgement`

/** Moves boxes from ACCEPT to INSTRUCT. @param boxes digits, each once */
export async function acknowledge(writer: Writer, boxes: readonly string[], key: string | undefined) {
  const { connection } = writer
  const awaitSlot = pace(connection.upstream.platform, CALLS_PER_SECOND)
  const write: ItemWrite<WriteItem> = {
    items: boxes.map((shipment_box_id) => ({ shipment_box_id })),
    body: boxes.toSorted(),
    async prepare(items) {
      const vendorId = await connection.vendorId()
      // The ids are numbers of 18 digits, which JSON.stringify cannot write.
      const ids = items.map(({ shipment_box_id }) => shipment_box_id).join(',')
      const body = `{"vendorId":${JSON.stringify(vendorId)},"shipmentBoxIds":[${ids}]}`
      return () => connection.callAsSeller({ method: 'PUT', path, changes: true, body })
    },
    async isChanged({ shipment_box_id }) {
      await awaitSlot()
      const sheet = await fetchSheet(connection, shipment_box_id)
      return sheet !== undefined && sheet.status !== null && sheet.status !== 'ACCEPT'
    },
  }
  return writeItems(writer, write, key)
}
