import type { Generation } from '../../base/accounts.ts'
import { hasStatus } from '../../base/errors.ts'
import type { Connection } from './connection.ts'
import type { ContentItem, Detail } from './detail.ts'
import type { Library } from './library-type.ts'
import { libraryV3 } from './library-v3.ts'
import { libraryV4, listPath } from './library-v4.ts'
import { notOffered, type PlaudAnswer, type PlaudCall } from './plaud.ts'
import type { ListingQuery } from './rows.ts'

const LIBRARIES: Record<Generation, (connection: Connection) => Library> = { 3: libraryV3, 4: libraryV4 }

const ONE_RECORDING: ListingQuery = { limit: 1, skip: 0, is_trash: 0, sort_by: 'edit_time', is_desc: true }

/**
 * Uses the library in the generation of the account, and in the other one if the account has moved. An answer that is
 * 404 there does not show that it has moved, so a recording is listed.
 */
const withLibrary = <Result>(connection: Connection, use: (library: Library) => Promise<Result>): Promise<Result> =>
  connection.inGeneration(async (generation, isFallback) => {
    const library = LIBRARIES[generation]({
      ...connection,
      call: (call) => connection.call({ ...call, generation, isFallback }),
    })
    try {
      return await use(library)
    } catch (error) {
      if (isFallback && hasStatus(error, 404)) await library.fetchListing(ONE_RECORDING).catch(() => {})
      throw error
    }
  })

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
