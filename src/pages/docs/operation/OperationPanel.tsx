import { useState } from 'preact/hooks'
import { Rich } from '../../ui/Rich.tsx'
import { Title } from '../Contents.tsx'
import type { Failure, Operation } from '../document/read.ts'
import { useTexts } from '../text/language.tsx'
import { AnswerShape } from './AnswerShape.tsx'
import { TryForm } from './TryForm.tsx'

interface Props {
  operation: Operation
  hidden: boolean
  /** The text in which a search found it, if not in its names. */
  excerpt: string | undefined
}

/** One operation, initially closed. Its content is rendered when it is first opened, and stays. */
export function OperationPanel({ operation, hidden, excerpt }: Props) {
  const { page } = useTexts()
  const [opened, setOpened] = useState(false)
  const { id, method, path, tier } = operation
  return (
    <details
      class="panel operation"
      id={id}
      hidden={hidden}
      onToggle={({ currentTarget }) => currentTarget.open && setOpened(true)}
    >
      <summary>
        <span class={`method ${method.toLowerCase()}`}>{method}</span>
        <code class="path">{path}</code>
        <span class="what">
          <Title operation={operation} />
          {excerpt && <span class="excerpt">{excerpt}</span>}
        </span>
        <span class={`tier ${tier}`}>{page.tiers[tier]}</span>
      </summary>
      {opened && <Inside operation={operation} />}
    </details>
  )
}

function Inside({ operation }: { operation: Operation }) {
  const { trying } = useTexts()
  const { description, failures } = operation
  return (
    <div class="inside">
      <p lang="en">
        <Rich text={description} />
      </p>
      <TryForm operation={operation} />
      <AnswerShape success={operation.success} />
      <details>
        <summary>{trying.failures}</summary>
        <FailureTable failures={failures} />
      </details>
    </div>
  )
}

/** The error statuses, each with its meaning and a body. */
const FailureTable = ({ failures }: { failures: readonly Failure[] }) => (
  <table class="fields failures">
    <tbody>
      {failures.map(({ status, description, example }) => (
        <tr key={status} lang="en">
          <th scope="row">{status}</th>
          <td>{description}</td>
          <td>{example !== undefined && <code>{JSON.stringify(example)}</code>}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
