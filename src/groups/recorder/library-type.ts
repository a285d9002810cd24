import type { JsonObject } from '../../base/json.ts'
import type { ContentItem, Detail } from './detail.ts'
import type { Listing, ListingQuery } from './rows.ts'

/** The recordings of an account, and what belongs to them, in the words of 3.0. */
export interface Library {
  /** Fetches one page of recordings and sorts it by normalized times. Throws 502 when no row is readable. */
  fetchListing(query: ListingQuery): Promise<Listing>
  /** Fetches a recording's detail. Throws 404 for an unknown id. */
  fetchDetail(fileId: string): Promise<Detail>
  /** The text of a ready item. */
  fetchText(detail: Detail, item: ContentItem): Promise<string>
  /** Fetches a signed URL of the original audio. Throws 404 when there is no audio: any other answer without a link is 502. */
  fetchAudioUrl(fileId: string): Promise<string>
  /** Throws 404 for an unknown id. */
  rename(fileId: string, filename: string): Promise<void>
  /** The devices bound to the account, in the product's format. */
  fetchDevices(): Promise<{ status: number; data_devices: JsonObject[] }>
}
