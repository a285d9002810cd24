import fc from 'fast-check'
import { PAGES, USERS } from '../../../simulators/workspace/index.ts'

/** The meaning of a document, independent of its notation: blocks with styled text, and nested blocks. */
export interface Meaning {
  kind: string
  words: Run[]
  children: Meaning[]
  /** Other distinguishing properties: checked, language, cells of a row. */
  more?: unknown
}

export interface Run {
  /** The text, or what is mentioned. */
  text: string
  look: string[]
}

/** A document as somebody writes it, and its meaning. */
export interface Document {
  lines: string[]
  meaning: Meaning[]
}

const WORDS = [
  'plan',
  '계획',
  '회의록',
  '🎯',
  '👩‍💻 dev',
  'a_b',
  '2*3',
  '[x]',
  '<b>',
  '$5',
  'C:\\dir',
  '1. no',
  '# no',
  'café',
  '`q`',
  'x|y',
  '{z}',
  '~',
  '-',
]
const word = fc.constantFrom(...WORDS)
const phrase = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '))

/** Everything that means something, with a backslash before it. */
const escaped = (text: string) => text.replace(/[\\*~`$[\]<>{}|^#-]/g, '\\$&').replace(/^(\d+)\./, '$1\\.')

interface Inline {
  written: string
  run: Run
}

const styled = (signs: string, ...look: string[]) =>
  phrase.map(
    (text): Inline => ({ written: `${signs}${escaped(text)}${[...signs].reverse().join('')}`, run: { text, look } }),
  )

const inline: fc.Arbitrary<Inline> = fc.oneof(
  { weight: 4, arbitrary: phrase.map((text): Inline => ({ written: escaped(text), run: { text, look: [] } })) },
  styled('**', 'bold'),
  styled('*', 'italic'),
  styled('~~', 'strikethrough'),
  styled('***', 'bold', 'italic'),
  styled('**~~', 'bold', 'strikethrough'),
  fc
    .constantFrom('x = 1', 'a*b', '<br>', '한글')
    .map((text): Inline => ({ written: `\`${text}\``, run: { text, look: ['code'] } })),
  phrase.map((text): Inline => {
    const url = 'https://haneul.example/a_b?c=1'
    return { written: `[${escaped(text)}](${url})`, run: { text, look: [url] } }
  }),
  fc.constant<Inline>({
    written: `<mention-user url="user://${USERS.jiwoo}">김지우</mention-user>`,
    run: { text: `user ${USERS.jiwoo}`, look: [] },
  }),
  fc.constant<Inline>({
    written: `<mention-page url="https://www.notion.so/${PAGES.handbook.replaceAll('-', '')}"/>`,
    run: { text: `page ${PAGES.handbook}`, look: [] },
  }),
  fc.constant<Inline>({ written: '$e = mc^2$', run: { text: 'e = mc^2', look: ['equation'] } }),
)

/** A line of words, with a space between its parts. */
const line = fc.array(inline, { minLength: 1, maxLength: 4 }).map((parts) => ({
  written: parts.map(({ written }) => written).join(' '),
  words: joinedRuns(parts.flatMap(({ run }, index) => (index === 0 ? [run] : [{ text: ' ', look: [] }, run]))),
}))

/** Joins neighbours with the same style, and drops empty ones. */
export function joinedRuns(runs: readonly Run[]): Run[] {
  const joined: Run[] = []
  for (const { text, look } of runs) {
    if (text === '') continue
    const last = joined.at(-1)
    if (last && last.look.join() === look.join()) last.text += text
    else joined.push({ text, look: [...look] })
  }
  return joined
}

const block = (kind: string, sign: string, more?: unknown): fc.Arbitrary<Document> =>
  line.map(({ written, words }) => ({
    lines: [`${sign}${written}`],
    meaning: [{ kind, words, children: [], ...(more !== undefined && { more }) }],
  }))

const heading = fc
  .integer({ min: 1, max: 6 })
  .chain((level) => block(`heading_${Math.min(4, level)}`, `${'#'.repeat(level)} `))

const code = fc
  .tuple(
    fc.constantFrom('typescript', 'python', ''),
    fc.array(fc.constantFrom('if (a) {', '\tb * c', '', '# 한글', '- x'), { minLength: 1, maxLength: 4 }),
  )
  .map(
    ([language, body]): Document => ({
      lines: [`\`\`\`${language}`, ...body, '```'],
      meaning: [
        {
          kind: 'code',
          words: joinedRuns([{ text: body.join('\n'), look: [] }]),
          children: [],
          more: language || 'plain text',
        },
      ],
    }),
  )

const table = fc.array(fc.tuple(line, line), { minLength: 1, maxLength: 3 }).map((rows): Document => {
  const [first, ...others] = rows.map((cells) => `| ${cells.map(({ written }) => written).join(' | ')} |`)
  const meaning = rows.map((cells) => ({
    kind: 'table_row',
    words: [],
    children: [],
    more: cells.map(({ words }) => words),
  }))
  // Without a blank line the next table would be a part of this one.
  return {
    lines: [first ?? '', '|---|:-:|', ...others, ''],
    meaning: [{ kind: 'table', words: [], children: meaning, more: true }],
  }
})

const divider = fc.constant<Document>({ lines: ['---'], meaning: [{ kind: 'divider', words: [], children: [] }] })

const callout = line.map(
  ({ written, words }): Document => ({
    lines: ['<callout icon="💡">', `\t${written}`, '</callout>'],
    meaning: [{ kind: 'callout', words, children: [], more: '💡' }],
  }),
)

const item = fc.oneof(
  fc.constantFrom('- ', '* ', '+ ').chain((sign) => block('bulleted_list_item', sign)),
  fc.constantFrom('1. ', '7) ').chain((sign) => block('numbered_list_item', sign)),
  block('to_do', '- [ ] ', false),
  block('to_do', '- [x] ', true),
)

/** Items within items, indented by tabs or by spaces. */
const nested = fc.letrec<{ list: Document }>((tie) => ({
  list: fc
    .tuple(
      item,
      fc.array(fc.oneof({ maxDepth: 3 }, item, tie('list')), { maxLength: 2 }),
      fc.constantFrom('\t', '  ', '    '),
    )
    .map(
      ([parent, inner, indent]): Document => ({
        lines: [...parent.lines, ...inner.flatMap(({ lines }) => lines.map((one) => indent + one))],
        meaning: parent.meaning.map((one) => ({ ...one, children: inner.flatMap(({ meaning }) => meaning) })),
      }),
    ),
})).list

const paragraph = block('paragraph', '')

/** Documents of every kind, their parts with blank lines between them or without. */
export const document: fc.Arbitrary<Document> = fc
  .array(
    fc.tuple(
      fc.oneof(paragraph, heading, item, nested, nested, block('quote', '> '), code, table, divider, callout),
      fc.boolean(),
    ),
    { minLength: 1, maxLength: 8 },
  )
  .map((parts) => ({
    lines: parts.flatMap(([{ lines }, isApart]) => (isApart ? [...lines, ''] : lines)),
    meaning: parts.flatMap(([{ meaning }]) => meaning),
  }))
