import { member, textMember } from '../../../base/json-object.ts'
import { list } from '../../../base/lenient-json.ts'
import { plainText } from '../flatten/value.ts'
import { inlineMarkdown } from './rich-text.ts'

type Print = (content: unknown) => string

const words: Print = (content) => inlineMarkdown(member(content, 'rich_text'))
const after =
  (sign: string): Print =>
  (content) =>
    `${sign}${words(content)}`.trimEnd()

/** The URL of a file that the product stores, of an external file, or the plain value. */
const address: Print = (content) =>
  textMember(member(content, 'external'), 'url') ??
  textMember(member(content, 'file'), 'url') ??
  textMember(content, 'url') ??
  ''
const caption: Print = (content) => inlineMarkdown(member(content, 'caption'))
const target: Print = (content) => address(content).replace(/[()\\]/g, '\\$&')
const title: Print = (content) => withoutSign(inlineMarkdown(member(content, 'title')))
const link: Print = (content) => `[${caption(content) || target(content)}](${target(content)})`
const media =
  (tag: string): Print =>
  (content) =>
    `<${tag} src="${address(content)}">${caption(content)}</${tag}>`

const fence: Print = (content) => {
  const body = plainText(member(content, 'rich_text')) ?? ''
  const longest = Math.max(2, ...[...body.matchAll(/`+/g)].map(([run]) => run.length))
  const ticks = '`'.repeat(longest + 1)
  const language = textMember(content, 'language')
  return `${ticks}${language && language !== 'plain text' ? language : ''}\n${body}\n${ticks}`
}

/** Escapes a paragraph that starts like another type of block. */
const withoutSign = (line: string) =>
  line.replace(/^(?=#{1,6}(?: |$)|[-+](?: |$)|-{3,}$|!\[)/, '\\').replace(/^(\d+)(?=[.)](?: |$))/, '$1\\')

/** The types with content of their own, in the product's dialect of Markdown (facts 10). */
const PRINT: ReadonlyMap<string, Print> = new Map<string, Print>([
  ['paragraph', (content) => withoutSign(words(content))],
  ['heading_1', after('# ')],
  ['heading_2', after('## ')],
  ['heading_3', after('### ')],
  ['heading_4', after('#### ')],
  ['bulleted_list_item', after('- ')],
  ['numbered_list_item', after('1. ')],
  ['to_do', (content) => after(member(content, 'checked') === true ? '- [x] ' : '- [ ] ')(content)],
  ['quote', after('> ')],
  ['toggle', (content) => `<details>\n<summary>${words(content)}</summary>\n</details>`],
  [
    'callout',
    (content) => {
      const icon = textMember(member(content, 'icon'), 'emoji')
      return `<callout${icon ? ` icon="${icon}"` : ''}>\n\t${withoutSign(words(content))}\n</callout>`
    },
  ],
  ['code', fence],
  ['equation', (content) => `$$\n${textMember(content, 'expression') ?? ''}\n$$`],
  ['divider', () => '---'],
  ['table_row', (content) => `| ${list(member(content, 'cells')).map(inlineMarkdown).join(' | ')} |`],
  ['image', (content) => `![${caption(content)}](${target(content)})`],
  ['audio', media('audio')],
  ['video', media('video')],
  ['file', media('file')],
  ['pdf', media('pdf')],
  ['bookmark', link],
  ['embed', link],
  ['link_preview', link],
  ['meeting_notes', title],
  ['transcription', title],
  ['child_page', (content) => textMember(content, 'title') ?? ''],
  ['child_database', (content) => textMember(content, 'title') ?? ''],
])

/**
 * One block as Markdown, without its children. Null for an unknown type, and for a block that only contains other
 * blocks.
 */
export function blockMarkdown(type: string | null, content: unknown): string | null {
  const generate = PRINT.get(type ?? '')
  if (generate) return generate(content)
  return Array.isArray(member(content, 'rich_text')) ? words(content) : null
}
