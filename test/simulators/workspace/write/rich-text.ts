import { isObject } from '../../rest.ts'
import { checkKeys, checkList, checkText } from '../body.ts'
import { shouldBe } from '../errors.ts'
import type { Json } from '../state.ts'
import { richText } from '../table/objects.ts'

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
