import type { Generation } from '../../base/accounts.ts'
import type { JsonObject } from '../../base/json.ts'
import type { Connection } from './connection.ts'
import type { ContentItem, Detail } from './detail.ts'
import { libraryV3 } from './library-v3.ts'
import { libraryV4, listPath } from './library-v4.ts'
import { notOffered, type PlaudAnswer, type PlaudCall } from './plaud.ts'
import type { Listing, ListingQuery } from './rows.ts'

/** The recordings of an account, and what belongs to them, in the words of 3.0. */
export interface Library {
  /** Fetches one page of recordings and sorts it by normalized times. Throws 502 when no row is readable. */
  fetchListing(query: ListingQuery): Promise<Listing>
  /** Fetches a recording's detail. Throws 404 for an unknown id. */
  fetchDetail(fileId: string): Promise<Detail>
  fetchText(detail: Detail, item: ContentItem): Promise<string>
  /** Fetches a signed URL of the original audio. Throws 404 when there is no audio: any other answer without a link is 502. */
  fetchAudioUrl(fileId: string): Promise<string>
  /** Throws 404 for an unknown id. */
  rename(fileId: string, filename: string): Promise<void>
  /** The devices bound to the account, in the product's format. */
  fetchDevices(): Promise<{ status: number; data_devices: JsonObject[] }>
}

const LIBRARIES: Record<Generation, (connection: Connection) => Library> = { 3: libraryV3, 4: libraryV4 }

/** Uses the library in the generation of the account, and in the other one if the account has moved. */
const withLibrary = <Result>(connection: Connection, use: (library: Library) => Promise<Result>): Promise<Result> =>
  connection.inGeneration((generation, isFallback) =>
    use(
      LIBRARIES[generation]({
        ...connection,
        call: (call) => connection.call({ ...call, generation, isFallback }),
      }),
    ),
  )

export const fetchListing = (connection: Connection, query: ListingQuery) =>
  withLibrary(connection, (library) => library.fetchListing(query))

export const fetchDetail = (connection: Connection, fileId: string) =>
  withLibrary(connection, (library) => library.fetchDetail(fileId))

export const fetchText = (connection: Connection, detail: Detail, item: ContentItem) =>
  withLibrary(connection, (library) => library.fetchText(detail, item))

export const fetchAudioUrl = (connection: Connection, fileId: string) =>
  withLibrary(connection, (library) => library.fetchAudioUrl(fileId))

export const rename = (connection: Connection, fileId: string, filename: string) =>
  withLibrary(connection, (library) => library.rename(fileId, filename))

export const fetchDevices = (connection: Connection) => withLibrary(connection, (library) => library.fetchDevices())

/**
 * Calls a route of which only 3.0 is known. Throws 502 that names 4.0 for an account that has moved. If this call shows
 * that it has moved, 4.0 is asked for a recording, because only its answer proves that.
 */
export const callV3 = (connection: Connection, call: PlaudCall): Promise<PlaudAnswer> =>
  connection.inGeneration(async (generation, isFallback) => {
    if (generation === 3) return connection.call({ ...call, generation })
    if (isFallback) await connection.call({ path: listPath(), generation, isFallback })
    throw notOffered()
  })
