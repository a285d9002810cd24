import { Hono } from 'hono'
import * as z from 'zod'
import { readBody } from '../body.ts'
import { needs } from '../guard.ts'
import type { KeyedEnv, Tiro } from '../product.ts'
import { noteFor } from '../reach.ts'

const shareLink = z.strictObject({ usePassword: z.boolean().default(false) })

export const shareLinkRoutes = (tiro: Tiro) =>
  new Hono<KeyedEnv>().put('/notes/:guid/share-link', needs('note:write'), async (c) => {
    const { guid } = noteFor(tiro, c.get('key'), c.req.param('guid'))
    const { usePassword } = await readBody(c, shareLink)
    // A PUT: the note has only one link.
    const shareId = tiro.state.shareLinks.get(guid)?.shareId ?? tiro.newId()
    tiro.state.shareLinks.set(guid, { shareId, hasPassword: usePassword })
    return c.json({ shareId, shareUrl: `https://tiro.ooo/s/${shareId}`, hasPassword: usePassword })
  })
