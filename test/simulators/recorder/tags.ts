import { Hono } from 'hono'
import { isObject, readJson } from '../rest.ts'
import { answer, changed, hexId, isStringArray, success, unknownFile, unprocessable } from './envelope.ts'
import type { Library, Plaud, PlaudEnv, Tag } from './state.ts'

/** Folders, which the product calls file tags (facts 6.10). */
export function tags(plaud: Plaud) {
  let made = 0
  return new Hono<PlaudEnv>()
    .get('/filetag/', (c) => {
      const list = [...c.var.library.tags.values()]
      return success(plaud, { data_filetag_total: list.length, data_filetag_list: list })
    })

    .post('/filetag/', async (c) => {
      const body = await readJson(c.req.raw)
      if (!isObject(body)) return unprocessable('body', 'a JSON object is needed')
      const { name, icon, color } = body
      if (typeof name !== 'string' || name === '') return unprocessable('name', 'a name is needed')
      if (typeof icon !== 'string') return unprocessable('icon', 'an icon is needed')
      if (typeof color !== 'string') return unprocessable('color', 'a color is needed')
      if (taken(c.var.library, name)) return duplicate(plaud)
      const tag = { id: hexId(`tag ${name} ${++made}`), name, icon, color }
      c.var.library.tags.set(tag.id, tag)
      return success(plaud, plaud.switches.newFolder === 'sent' ? { data_filetag: tag } : {})
    })

    .patch('/filetag/:id', async (c) => {
      const tag = c.var.library.tags.get(c.req.param('id'))
      if (!tag) return unknownTag(plaud)
      const body = await readJson(c.req.raw)
      if (!isObject(body)) return unprocessable('body', 'a JSON object is needed')
      for (const field of ['name', 'icon', 'color']) {
        if (body[field] !== undefined && typeof body[field] !== 'string') return unprocessable(field, 'text is needed')
      }
      const { name = tag.name, icon = tag.icon, color = tag.color } = body
      if (taken(c.var.library, String(name), tag)) return duplicate(plaud)
      Object.assign(tag, { name, icon, color })
      return success(plaud, { data_filetag: tag })
    })

    .delete('/filetag/:id', (c) => {
      const { tags, recordings } = c.var.library
      const id = c.req.param('id')
      if (!tags.delete(id)) return unknownTag(plaud)
      for (const recording of recordings.values()) {
        recording.filetag_id_list = recording.filetag_id_list.filter((each) => each !== id)
      }
      return changed(plaud, 'delete success')
    })

    .post('/file/update-tags', async (c) => {
      const body = await readJson(c.req.raw)
      if (!isObject(body)) return unprocessable('body', 'a JSON object is needed')
      const { file_id_list, filetag_id } = body
      if (!isStringArray(file_id_list)) return unprocessable('file_id_list', 'an array of ids is needed')
      if (typeof filetag_id !== 'string') return unprocessable('filetag_id', 'an id or empty text is needed')
      if (filetag_id && !c.var.library.tags.has(filetag_id)) return unknownTag(plaud)
      const found = file_id_list.flatMap((id) => c.var.library.recordings.get(id) ?? [])
      if (found.length === 0) return unknownFile(plaud)
      for (const recording of found) recording.filetag_id_list = filetag_id ? [filetag_id] : []
      return changed(plaud)
    })
}

const taken = ({ tags }: Library, name: string, but?: Tag) =>
  [...tags.values()].some((tag) => tag !== but && tag.name === name)

const duplicate = (plaud: Plaud) => answer(plaud, -2, 'filetag name already exists', { data_filetag: null })

const unknownTag = (plaud: Plaud) => answer(plaud, -1, 'filetag not found')
