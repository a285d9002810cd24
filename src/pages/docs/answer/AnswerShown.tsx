import { useMemo } from 'preact/hooks'
import { CopyButton } from '../../ui/Copy.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { Code } from '../Code.tsx'
import { useTexts } from '../text/language.tsx'
import { getFiles } from './files.ts'

/** A response for reading: indented JSON, other text unchanged. */
function formatText(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/** The response, to read, copy and save. It is inserted as text, so nothing of it becomes part of the page. */
export function AnswerShown({ name, text }: { name: string; text: string }) {
  const { trying } = useTexts()
  const files = useMemo(() => getFiles(name, text), [name, text])
  if (text === '') return <p>{trying.noContent}</p>
  const readable = formatText(text)
  return (
    <div class="answer">
      <div class="actions">
        <CopyButton text={readable} what={trying.received} />
        {files.map((file) => (
          <button type="button" class="button" key={file.name} onClick={() => saveFile(file)}>
            {trying.saveAs(file.name.slice(file.name.lastIndexOf('.') + 1))}
          </button>
        ))}
      </div>
      <Code>{readable}</Code>
    </div>
  )
}
