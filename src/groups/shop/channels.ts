/** Who ships: the seller, or Coupang from its own stock. */
export const CHANNELS = ['marketplace', 'rocket_growth'] as const
export type Channel = (typeof CHANNELS)[number]
