import type { Block } from '../state.ts'
import type { Piece } from './piece.ts'
import { attributes, colorOut } from './piece.ts'
import { printInline } from './print-inline.ts'

/** The output, and the blocks that are in it only as `<unknown>` (facts 10). */
interface Printed {
  markdown: string
  unknown: string[]
}

/** Blocks as the product's Markdown: a line each, children one tab deeper. After `limit` blocks they are unknown. */
export function printMarkdown(blocks: readonly Block[], limit: number): Printed {
  const printer = new Printer(limit)
  return { markdown: printer.lines(blocks).join('\n'), unknown: printer.unknown }
}

const pieces = (value: unknown): Piece[] => (Array.isArray(value) ? value : [])
const address = (id: string) => `https://www.notion.so/${id.replaceAll('-', '')}`
const deeper = (lines: readonly string[]) => lines.map((line) => `\t${line}`)

/** Escapes the start of a paragraph that would be parsed as another block. */
const begun = (line: string) =>
  line.replace(/^(?=#{1,6}(?: |$)|[-+](?: |$)|-{3,}$|!\[)/, '\\').replace(/^(\d+)(?=[.)](?: |$))/, '$1\\')

class Printer {
  readonly unknown: string[] = []
  private left: number

  constructor(limit: number) {
    this.left = limit
  }

  lines(blocks: readonly Block[]): string[] {
    let number = 0
    return blocks.flatMap((block) => {
      number = block.type === 'numbered_list_item' ? number + 1 : 0
      this.left -= 1
      if (this.left >= 0) return this.block(block, number)
      this.unknown.push(block.id)
      return [`<unknown url="${address(block.id)}" alt="${block.type}"/>`]
    })
  }

  private block({ id, type, content, children }: Block, number: number): string[] {
    const words = printInline(pieces(content.rich_text))
    const color = { color: colorOut(content.color) }
    const list = attributes({ ...color, toggle: content.is_toggleable === true }).trim()
    const suffix = list === '' ? '' : ` {${list}}`
    const written = (sign: string) => [`${sign}${words}${suffix}`.trimEnd(), ...deeper(this.lines(children))]
    switch (type) {
      case 'paragraph':
        if (words === '' && children.length === 0) return ['<empty-block/>']
        return [`${begun(words)}${suffix}`, ...deeper(this.lines(children))]
      case 'heading_1':
      case 'heading_2':
      case 'heading_3':
      case 'heading_4':
        return written(`${'#'.repeat(Number(type.at(-1)))} `)
      case 'bulleted_list_item':
        return written('- ')
      case 'numbered_list_item':
        return written(`${number}. `)
      case 'to_do':
        return written(content.checked === true ? '- [x] ' : '- [ ] ')
      case 'quote':
        return written('> ')
      case 'divider':
        return ['---']
      case 'code':
        return fenced(pieces(content.rich_text), String(content.language))
      case 'equation':
        return ['$$', ...String(content.expression).split('\n'), '$$']
      case 'toggle':
        return [
          `<details${attributes(color)}>`,
          `<summary>${words}</summary>`,
          ...deeper(this.lines(children)),
          '</details>',
        ]
      case 'callout': {
        const { emoji = null } = Object(content.icon)
        const first = words === '' ? [] : [begun(words)]
        return [
          `<callout${attributes({ icon: emoji, ...color })}>`,
          ...deeper([...first, ...this.lines(children)]),
          '</callout>',
        ]
      }
      case 'column_list':
        return ['<columns>', ...deeper(this.lines(children)), '</columns>']
      case 'column':
        return ['<column>', ...deeper(this.lines(children)), '</column>']
      case 'table':
        return table(content, children)
      case 'image':
        return [`![${printInline(pieces(content.caption))}](${source(content).replace(/[()\\]/g, '\\$&')})`]
      case 'audio':
      case 'video':
      case 'file':
      case 'pdf':
        return [`<${type}${attributes({ src: source(content) })}>${printInline(pieces(content.caption))}</${type}>`]
      case 'table_of_contents':
        return [`<table_of_contents${attributes(color)}/>`]
      case 'child_page':
        return [`<page url="${address(id)}">${String(content.title)}</page>`]
      case 'child_database':
        return [`<database url="${address(id)}">${String(content.title)}</database>`]
      default:
        this.unknown.push(id)
        return [`<unknown url="${address(id)}" alt="${type}"/>`]
    }
  }
}

function source(content: Block['content']): string {
  const { url = '' } = Object(content.external ?? content.file)
  return String(url)
}

function fenced(code: readonly Piece[], language: string): string[] {
  const body = code.map(({ plain_text }) => plain_text).join('')
  const longest = Math.max(2, ...[...body.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return [`${fence}${language === 'plain text' ? '' : language}`, ...body.split('\n'), fence]
}

function table({ has_column_header, has_row_header }: Block['content'], rows: readonly Block[]): string[] {
  const given = { 'header-row': has_column_header === true, 'header-column': has_row_header === true }
  const lines = rows.flatMap(({ content }) => {
    const cells: unknown[] = Array.isArray(content.cells) ? content.cells : []
    return ['<tr>', ...deeper(cells.map((cell) => `<td>${printInline(pieces(cell))}</td>`)), '</tr>']
  })
  return [`<table${attributes(given)}>`, ...deeper(lines), '</table>']
}
