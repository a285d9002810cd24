import { isObject } from '../../rest.ts'
import { checkKeys, checkList, checkText } from '../body.ts'
import { getNone, shouldBe } from '../errors.ts'
import { richText } from '../markdown/piece.ts'
import type { NewBlock } from '../markdown/read-blocks.ts'
import type { Json } from '../state.ts'

/** The block types that the simulator accepts, a part of the product's. */
const WITH_TEXT = [
  'paragraph',
  'heading_1',
  'heading_2',
  'heading_3',
  'bulleted_list_item',
  'numbered_list_item',
  'to_do',
  'toggle',
  'quote',
  'callout',
  'code',
]
const WITH_ADDRESS = ['bookmark', 'embed']
const TYPES = [...WITH_TEXT, ...WITH_ADDRESS, 'divider', 'table_of_contents', 'breadcrumb']

/** So deep may one request go (facts 10). */
const DEEPEST = 2

/** New blocks in the API's format: at most 100 in a list, two levels of children, 2000 characters per piece. */
export function readBlocks(value: unknown, path: string, depth = 0): NewBlock[] {
  return checkList(value, path).map((one, index) => readBlock(one, `${path}[${index}]`, depth))
}

function readBlock(value: unknown, path: string, depth: number): NewBlock {
  const given = checkKeys(value, path, ['object', 'type', ...TYPES])
  const type = TYPES.find((one) => given[one] !== undefined)
  if (type === undefined) throw getNone(path, TYPES)
  const body = given[type]
  if (!isObject(body)) throw shouldBe(`${path}.${type}`, 'an object', body)
  const { children = [], ...content } = body
  if (depth >= DEEPEST && body.children !== undefined) {
    throw shouldBe(`${path}.${type}.children`, 'not present', body.children)
  }
  return {
    type,
    content: parseContent(type, content, `${path}.${type}`),
    children: readBlocks(children, `${path}.${type}.children`, depth + 1),
  }
}

/** Changed fields of a block: what is left out stays (facts 13). */
export function readContent(type: string, value: unknown, path: string): Json {
  if (!isObject(value)) throw shouldBe(path, 'an object', value)
  const { rich_text, ...rest } = value
  if (rest.children !== undefined) throw shouldBe(`${path}.children`, 'not present', rest.children)
  if (rich_text === undefined) return rest
  if (!WITH_TEXT.includes(type)) throw shouldBe(`${path}.rich_text`, 'not present', rich_text)
  return { ...rest, rich_text: readRichText(rich_text, `${path}.rich_text`) }
}

function parseContent(type: string, content: Json, path: string): Json {
  if (WITH_ADDRESS.includes(type)) return { url: checkText(content.url, `${path}.url`, 2000), caption: [] }
  if (!WITH_TEXT.includes(type)) return content
  return { color: 'default', ...content, rich_text: readRichText(content.rich_text, `${path}.rich_text`) }
}

/** At most 2000 characters in a piece, 2000 in a link (facts 7). Mentions and equations are not simulated. */
export function readRichText(value: unknown, path: string): Json[] {
  return checkList(value, path).flatMap((piece, index) => {
    const at = `${path}[${index}]`
    const { type, text, annotations } = checkKeys(piece, at, ['type', 'text', 'annotations', 'plain_text', 'href'])
    if (type !== undefined && type !== 'text') throw shouldBe(`${at}.type`, '`"text"`', type)
    const { content, link } = checkKeys(text, `${at}.text`, ['content', 'link'])
    const [plain] = richText(checkText(content, `${at}.text.content`, 2000))
    if (!plain) return []
    const url = isObject(link) ? checkText(link.url, `${at}.text.link.url`, 2000) : null
    return [
      {
        ...plain,
        text: { content, link: url === null ? null : { url } },
        href: url,
        annotations: Object.assign({}, plain.annotations, annotations),
      },
    ]
  })
}
