import { Code } from '../Code.tsx'
import type { Operation } from '../document/read.ts'
import { useTexts } from '../text/language.tsx'
import { FieldTable } from './FieldTable.tsx'

/** The response of a success: a recorded example, if any, and its fields. */
export function AnswerShape({ success: { status, schema, example } }: Pick<Operation, 'success'>) {
  const { trying } = useTexts()
  if (!schema)
    return (
      <p>
        {trying.answer(status)}: {trying.noContent}
      </p>
    )
  return (
    <>
      {example !== undefined && (
        <details class="example" open>
          <summary>
            {trying.example} ({status})
          </summary>
          <Code>{JSON.stringify(example, null, 2)}</Code>
        </details>
      )}
      <details>
        <summary>{trying.fields}</summary>
        <FieldTable schema={schema} isRequest={false} />
      </details>
    </>
  )
}
