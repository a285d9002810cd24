import { asUuid } from '../../../base/accounts.ts'
import { member, textMember } from '../../../base/json.ts'
import { type FieldPath, refusal, under } from '../field-path.ts'

const ADDRESS = 2000
const NAME = 100

/** One item of a files property: an external file by its URL, or an import by `{file_upload, name?}`. */
export function writableFile(value: unknown, place: FieldPath): object {
  const upload = member(value, 'file_upload')
  if (upload !== undefined) return uploadedFile(upload, value, under(place, 'file_upload'))
  // The response of an import, passed on unchanged.
  if (member(value, 'object') === 'file_upload') return uploadedFile(member(value, 'id'), undefined, under(place, 'id'))
  return externalFile(value, place)
}

/** An import by its id, or by `{id}` in the product's format. The name defaults to that of the import. */
function uploadedFile(upload: unknown, named: unknown, place: FieldPath): object {
  const id = asUuid(textMember(upload, 'id') ?? upload)
  if (!id) throw refusal(place, 'must be the id (UUID) of an imported file')
  const name = textMember(named, 'name')
  return { type: 'file_upload', ...(name && { name: name.slice(0, NAME) }), file_upload: { id } }
}

/** An external file: a URL, or `{url, name?}`. The name defaults to the last segment of the URL's path. */
function externalFile(value: unknown, place: FieldPath): object {
  const text = textMember(value, 'url') ?? value
  const url = typeof text === 'string' && text.length <= ADDRESS ? URL.parse(text) : null
  if (typeof text !== 'string' || (url?.protocol !== 'https:' && url?.protocol !== 'http:')) {
    throw refusal(
      place,
      `must be an http address of at most ${ADDRESS} characters, {url, name}, or {file_upload: id} of an imported file`,
    )
  }
  const name = textMember(value, 'name') ?? url.pathname.split('/').at(-1) ?? ''
  return { type: 'external', name: (name || url.hostname).slice(0, NAME), external: { url: text } }
}
