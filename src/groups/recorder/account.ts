import { type AccountConnector, ifAvailable } from '../../accounts/accounts.ts'
import { type ListedWorkspace, MAIN_KIND } from '../../base/accounts.ts'
import { badInput, GatewayError, hasStatus } from '../../base/errors.ts'
import { at, flag, identifier, number, text } from '../../base/json.ts'
import { requiredFields } from '../../upstream/failures.ts'
import { type Connection, connectionBy } from './connection.ts'
import { pagesOfRecordings } from './listing.ts'
import { getTexts, readTokens, splitChoice, TOKEN_ROWS, withChoice } from './pasted-tokens.ts'
import type { PlaudAnswer } from './plaud.ts'
import { LIST_WORKSPACES, readWorkspaces } from './token-provider.ts'

const required = requiredFields('recorder', 'data_user')

/** The body of a response that contains either a status or the user. A body with neither is not the product's. */
const ownBody = ({ body, stated }: PlaudAnswer) =>
  required('data_user', stated || body.data_user !== undefined ? body : undefined)

/**
 * The account of the stored token: the fields of the contract, null for unavailable numbers and flags. A workspace
 * token may not read the profile, so then the id comes from the token and the seconds from the quota.
 */
export async function currentUser(connection: Connection) {
  const [profile, library] = await Promise.all([fetchProfile(connection), readLibraryFlags(connection)])
  const user = at(profile, 'data_user')
  const state = at(profile, 'data_state')
  return {
    status: 0,
    data_user: {
      id: identifier(at(user, 'id')) ?? (await connection.userId()),
      nickname: text(at(user, 'nickname')) ?? '',
      email: text(at(user, 'email')) ?? '',
      country: text(at(user, 'country')) ?? '',
      membership_id: whole(at(user, 'membership_id')),
      seconds_left: whole(at(user, 'seconds_left')),
      seconds_total: whole(at(user, 'seconds_total')),
    },
    data_state: {
      is_membership: whole(at(state, 'is_membership')),
      membership_type: text(at(state, 'membership_type')) ?? '',
      have_files: flag(at(state, 'have_files')) ?? library.have_files,
      has_transcribed: flag(at(state, 'has_transcribed')) ?? library.has_transcribed,
    },
  }
}

function whole(value: unknown): number | null {
  if (typeof value === 'boolean') return Number(value)
  const read = number(value)
  return read === null ? null : Math.trunc(read)
}

async function fetchProfile(connection: Connection): Promise<unknown> {
  try {
    return ownBody(await connection.callAsUser({ path: '/user/me' }))
  } catch (error) {
    if (!hasStatus(error, 401)) throw error
    const quota = await orFailure(connection.call({ path: '/ai/trans-status' }))
    if ('error' in quota) throw quota.error.status === 401 ? error : quota.error
    return { data_user: { seconds_left: at(quota.value.body, 'remain_total') } }
  }
}

/** How many of the newest recordings are searched for a transcribed one, page by page. */
const PAGES = { sort_by: 'edit_time', pageSize: 20, mostPages: 5 } as const

/** Flags that no known client gets from the product. They are derived from the listing, and null when that fails. */
async function readLibraryFlags(
  connection: Connection,
): Promise<{ have_files: boolean | null; has_transcribed: boolean | null }> {
  let haveFiles: boolean | null = null
  const search = async () => {
    for await (const { rows, last } of pagesOfRecordings(connection, PAGES)) {
      haveFiles ||= rows.length > 0
      if (rows.some(({ is_trans }) => is_trans)) return true
      // The list of 4.0 does not say it.
      if (rows.some(({ is_trans }) => is_trans === null)) return null
      if (last) return false
    }
    return null
  }
  const found = await orFailure(search())
  // The caller gets the rest, and the owner sees that recordings cannot be read.
  if ('error' in found) connection.upstream.used.kinds.set(MAIN_KIND, found.error)
  return { have_files: haveFiles, has_transcribed: 'value' in found ? found.value : null }
}

type Probed<Value> = { value: Value } | { error: GatewayError }

/** The result of a call whose failure is part of the response. */
export async function orFailure<Value>(work: Promise<Value>): Promise<Probed<Value>> {
  try {
    return { value: await work }
  } catch (error) {
    if (error instanceof GatewayError) return { error }
    throw error
  }
}

const NEWEST = { sort_by: 'start_time', pageSize: 1, mostPages: 1 } as const

/** The name and the e-mail address of the user. Only a user token may read them. */
async function fetchIdentity(connection: Connection): Promise<string> {
  const { body } = await connection.callAsUser({ path: '/user/me' })
  const [name, mail] = [at(body, 'data_user', 'nickname'), at(body, 'data_user', 'email')].map((each) => text(each))
  return name && mail ? `${name} (${mail})` : (name ?? mail ?? '')
}

export const recorderAccount: AccountConnector = {
  account: 'recorder',
  group: 'recorder',
  fields: { token: 'RECORDER_TOKEN' },
  parse: ({ RECORDER_TOKEN = '' }) => readTokens(RECORDER_TOKEN),
  // Reads a page of the list, which people use the account for. It needs the workspace token, so the exchange is tested
  // as well.
  async probe(upstream) {
    const connection = connectionBy(upstream)
    const [identity, workspaces] = await Promise.all([
      ifAvailable(fetchIdentity(connection)),
      ifAvailable(fetchWorkspaces(connection)),
      pagesOfRecordings(connection, NEWEST).next().catch(sayWhere),
    ])
    const expiresAt = (await connection.tokenStatus()).endsAt
    const workspace = await connection.workspaceId()
    // A person may have a library of their own and one of a Team.
    const ownId = `${await connection.userId()} ${workspace}`
    return { expiresAt, ownId, identity, workspace, workspaces }
  },
  async findNewest(upstream) {
    const { rows } = (await pagesOfRecordings(connectionBy(upstream), NEWEST).next()).value ?? {}
    const [recording] = rows ?? []
    return recording && { title: recording.filename, at: recording.start_time }
  },
  // Two objects that renew one token would end each other's.
  credentials: ({ RECORDER_TOKEN = '' }) => getTexts(readTokens(RECORDER_TOKEN)),
  workspaces: {
    read({ RECORDER_TOKEN = '' }) {
      const { workspaceId, workspaces } = readTokens(RECORDER_TOKEN)
      return { workspace: workspaceId, workspaces }
    },
    choose({ RECORDER_TOKEN = '' }, workspace, { RECORDER_TOKEN: previous = '' }) {
      const { pasted } = splitChoice(RECORDER_TOKEN)
      const chosen = (chosenId: string | undefined) => withChoice({ pasted, chosenId })
      if (workspace !== undefined) {
        const failure = findFailure(chosen(workspace))
        if (failure) throw badInput(`workspace: ${failure.replace('RECORDER_TOKEN', 'the token')}`, ['workspace'])
        return { RECORDER_TOKEN: chosen(workspace) }
      }
      const chosenId = splitChoice(previous).chosenId
      return { RECORDER_TOKEN: isOfSamePerson(chosen(chosenId), previous) ? chosen(chosenId) : RECORDER_TOKEN }
    },
  },
}

/** A refusal of every token, with where a new one is. */
function sayWhere(error: unknown): never {
  if (!hasStatus(error, 401) || error.reason === 'account not connected') throw error
  throw new GatewayError(401, `${error.message}. No token in it works any more. Copy ${TOKEN_ROWS}`, {
    reason: error.reason,
  })
}

/** Why a text cannot be used. Undefined for one that can. */
function findFailure(connected: string): string | undefined {
  try {
    readTokens(connected)
    return undefined
  } catch (error) {
    if (error instanceof GatewayError) return error.message
    throw error
  }
}

/** Whether two texts have tokens of the same person and of the workspace that was chosen for them. */
function isOfSamePerson(connected: string, previous: string): boolean {
  if (splitChoice(previous).chosenId === undefined) return false
  if (findFailure(connected) !== undefined || findFailure(previous) !== undefined) return false
  return readTokens(connected).subject === readTokens(previous).subject
}

/** The workspaces of the user. Only a user token may list them. */
async function fetchWorkspaces(connection: Connection): Promise<ListedWorkspace[]> {
  const { body } = await connection.callAsUser(LIST_WORKSPACES)
  return (readWorkspaces(body) ?? []).map(({ id, name }) => ({ id, name }))
}
