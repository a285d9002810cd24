import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../../scripts/support/build.ts'

/** A block of code of a page, or a command in its text. */
export interface Snippet {
  page: string
  line: number
  /** What the block says it is; `command` for an indented block and for commands in the text. */
  language: string
  text: string
}

const FENCED = /^( *)```(\w*)\n([\s\S]*?)^ *```/gm
const INDENTED = /(?<=\n\n)(?: {4,}\S.*\n)+/g
/** In the text only what starts like a command of this project is one: other code there names a field or a path. */
const INLINE = /`((?:npm|npx|node|curl|claude) [^`]+|call\([^`]+)`/g

/** What a page tells people to run or to paste, in its order. */
export function readSnippets(page: string): Snippet[] {
  const text = readFileSync(join(ROOT, page), 'utf8')
  const at = (index: number) => text.slice(0, index).split('\n').length
  const blank = (code: string) => code.replaceAll(/[^\n]/g, ' ')
  const fenced = [...text.matchAll(FENCED)].map(({ index, 2: language = '', 3: code = '' }) => ({
    ...{ page, line: at(index), language, text: code },
  }))
  const prose = text.replaceAll(FENCED, blank)
  const indented = [...prose.matchAll(INDENTED)].map(({ index, 0: code }) => ({ index, code }))
  const inline = [...prose.replaceAll(INDENTED, blank).matchAll(INLINE)].map(({ index, 1: code = '' }) => ({
    index,
    code,
  }))
  const commands = [...indented, ...inline].flatMap(({ index, code }) =>
    code
      .split('\n')
      // What follows # is a remark.
      .map((line) => line.replace(/ +# .*$/, '').trim())
      .flatMap((line, offset) => (line ? [{ page, line: at(index) + offset, language: 'command', text: line }] : [])),
  )
  return [...fenced, ...commands].toSorted((a, b) => a.line - b.line)
}

/** The words of a command, as a shell reads them. */
export const splitWords = (command: string): string[] =>
  [...command.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, plain]) => double ?? single ?? plain ?? '',
  )
