import { HonoBase } from 'hono/hono-base'
import { TrieRouter } from 'hono/router/trie-router'
import type { Gateway } from './state.ts'

/**
 * The router of the whole gateway, named, because Hono's default first tries another one that cannot take these paths:
 * the first request of an isolate would build both, and the bundle hold both.
 */
export const gatewayRouter = () => new HonoBase<Gateway>({ router: new TrieRouter() })

/** The routes of a group or a surface. The gateway's router takes them over, so that this list is never matched. */
export const routeList = () => new HonoBase<Gateway>({ router: { name: 'list', add() {}, match: () => [[]] } })
