import type { Context } from 'hono'
import { tryOf } from './admin-access.ts'
import { countTry } from './admin-key.ts'
import { fetchClient, isDocumentId } from './client-document.ts'
import { ownerOf } from './oauth.ts'
import type { Gateway } from './state.ts'

/** For how long a client's document is kept, in seconds. */
const KEPT_S = 3600

const CLIENT = 'client:'

/** The owner in the name of a record that belongs to one. */
const OWNED = /^(?:grant|token):([^:]*):/

/** What the OAuth package asks of OAUTH_KV. */
export interface OAuthStorage {
  get(name: string, options?: { type: 'json' }): Promise<unknown>
  put: KVNamespace['put']
  delete: KVNamespace['delete']
  list: KVNamespace['list']
}

/**
 * OAUTH_KV as the package sees it. Every look for a client comes by here, and one that names itself by an address is answered
 * from its document: so the gateway's own client, which keeps to public hosts, sizes and deadlines, asks for that document,
 * and not the package, which follows redirects. Each asking counts as a try of the address that caused it.
 * Grants and tokens of another deployment on the same namespace are not found.
 */
export function oauthStorage(c: Context<Gateway>, store: KVNamespace): OAuthStorage {
  const { settings, outgoing } = c.get('state')
  // The package looks several times in one request.
  const asked = new Map<string, unknown>()
  async function documented(name: string, clientId: string): Promise<unknown> {
    const kept = asked.get(name) ?? (await store.get(name, 'json'))
    if (kept !== null) return kept
    await countTry(settings, tryOf(c).address)
    const client = await fetchClient(outgoing, clientId)
    asked.set(name, client)
    // Where it cannot be kept, it is asked for again.
    const keeping = store.put(name, JSON.stringify(client), { expirationTtl: KEPT_S }).catch(() => {})
    c.executionCtx.waitUntil(keeping)
    return client
  }
  return {
    async get(name, options) {
      const owner = OWNED.exec(name)?.[1]
      if (owner !== undefined && owner !== ownerOf(settings)) return null
      const clientId = name.startsWith(CLIENT) ? name.slice(CLIENT.length) : ''
      if (isDocumentId(clientId)) return documented(name, clientId)
      return options ? store.get(name, 'json') : store.get(name)
    },
    put: store.put.bind(store),
    delete: store.delete.bind(store),
    list: store.list.bind(store),
  }
}
