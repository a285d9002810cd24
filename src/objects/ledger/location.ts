import { HELD_MS } from './entry.ts'

/** What the object of a lineage keeps, under this name. */
export const LOCATION = 'location'

/** Which object holds the record of the lineage. */
export interface Location {
  name: string
  /** Epoch milliseconds. */
  endsAt: number
}

const HOUR_MS = 60 * 60 * 1000

/** A request may renew the record for another 24 hours, so this outlives whatever the present request does. */
export const locationAt = (name: string, now: number): Location => ({ name, endsAt: now + HELD_MS + 2 * HOUR_MS })

/** Whether it has to be kept for longer. Once an hour, so that few requests write. */
export const isDue = ({ endsAt }: Location, now: number): boolean => endsAt < now + HELD_MS + HOUR_MS
