import { Rich } from '../ui/Rich.tsx'
import { Code } from './Code.tsx'

/**
 * The subset of Markdown that descriptions and guides use: paragraphs, lists, and code blocks without an empty line.
 * The page renders the heading.
 */
export const Markdown = ({ text }: { text: string }) => (
  <>
    {text
      .trim()
      .split(/\n{2,}/)
      .map(block)}
  </>
)

const joined = (text: string) => text.replace(/\n\s*/g, ' ').trim()

function block(text: string) {
  if (text.startsWith('# ')) return null
  if (text.startsWith('```')) return <Code>{text.replace(/^```\w*\n|\n```$/g, '')}</Code>
  if (text.startsWith('- ')) return <ul>{items(text, /^- /m)}</ul>
  if (text.startsWith('1. ')) return <ol>{items(text, /^\d+\. /m)}</ol>
  return (
    <p>
      <Rich text={joined(text)} />
    </p>
  )
}

const items = (text: string, mark: RegExp) =>
  text
    .split(mark)
    .slice(1)
    .map((item) => (
      <li>
        <Rich text={joined(item)} />
      </li>
    ))
