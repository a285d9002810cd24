import { Hono } from 'hono'
import { isObject, readJson } from '../rest.ts'
import { hexId, success, unknownFile, unprocessable } from './envelope.ts'
import type { Plaud, PlaudEnv, Share, ShareSide } from './state.ts'

/** POST /share/{private,public}/get (facts 6.11): both body forms are accepted, and the sent one is recorded. */
export function shares(plaud: Plaud) {
  const side = (which: ShareSide) =>
    new Hono<PlaudEnv>().post('/', async (c) => {
      const body = await readJson(c.req.raw)
      if (!isObject(body)) return unprocessable('body', 'a JSON object is needed')
      plaud.state.shareBodies.push(Object.keys(body).sort())
      const { file_id, object_id, object_type } = body
      const id = file_id ?? (object_type === 'file' ? object_id : undefined)
      if (typeof id !== 'string') return unprocessable('file_id', 'an id is needed')
      if (!c.var.library.recordings.has(id)) return unknownFile(plaud)
      const nothing = plaud.switches.noShare === 'null' ? null : {}
      return success(plaud, { data: c.var.library.shares[which].get(id) ?? nothing })
    })
  return new Hono<PlaudEnv>().route('/share/private/get', side('private')).route('/share/public/get', side('public'))
}

/** A share of a recording in the product's format, for `state.shares[side].set(id, share(...))`. */
export function share(side: ShareSide, fileId: string): Share {
  const key = hexId(`${side} share ${fileId}`)
  const uuid = [8, 12, 16, 20].reduceRight((text, at) => `${text.slice(0, at)}-${text.slice(at)}`, key)
  return {
    share_url: `https://web.plaud.ai/s/${side === 'public' ? 'pub' : 'pri'}_${uuid}::${key.slice(0, 12)}`,
    share_key: key.slice(0, 12),
    content_config: { audio: true, transcript: true, highlights: 0, overview: false, notes: [] },
  }
}
