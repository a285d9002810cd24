/** Calls to products in an hour at rest, by source, as in docs/measurements.md ("Events at rest"). */
export const CALLS_AT_REST: Readonly<Record<string, number>> = {
  'recorder.files': 31,
  'notes.notes': 31,
  'workspace.pages': 37,
  'shop-consumer.orders': 12,
  'shop-seller.ordersheets': 67,
  'shop-seller.returns': 41,
  'social.replies': 54,
  accounts: 28,
}
