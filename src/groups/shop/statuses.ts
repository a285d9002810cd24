/** The six lists of order sheets, in the order in which a sheet passes through them (shop facts 2.4). */
export const orderSheetStatuses = [
  'ACCEPT',
  'INSTRUCT',
  'DEPARTURE',
  'DELIVERING',
  'FINAL_DELIVERY',
  'NONE_TRACKING',
] as const

export type OrderSheetStatus = (typeof orderSheetStatuses)[number]
