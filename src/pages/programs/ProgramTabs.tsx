import { useId, useState } from 'preact/hooks'
import { isLoopback } from '../../base/url.ts'
import { useTexts } from '../text/language.tsx'
import { programsTexts } from '../text/programs.ts'
import { Switch } from '../ui/fields.tsx'
import { Notice } from '../ui/layout.tsx'
import { saveFile } from '../ui/save-file.ts'
import { Button, CopyButton, CopyField, Rich } from '../ui/shared.tsx'
import type { Program } from './program.ts'
import { type Finished, finish, type ToolName } from './tools.ts'

interface Props {
  tools: readonly ToolName[]
  tool: ToolName
  onTool: (tool: ToolName) => void
  program: Program
  /** The same for a script, which nothing starts. Defaults to the program. */
  script?: Program
  /** The name of the file, without an extension. */
  file: string
  /** Somebody has copied or saved what has the key. */
  onTaken: () => void
}

/** A program, finished for each tool, with the address and the key in it, and what to do with it. */
export function ProgramTabs({ tools, tool, onTool, program, script = program, file, onTaken }: Props) {
  const texts = useTexts(programsTexts)
  const { host, hostname, origin } = location
  const finished = finish(tool, program, script, origin, file)
  const isAgent = tool === 'claude' || tool === 'chatgpt'
  const { kind } = program.trigger
  const isFile = finished.some(({ file: saved }) => saved)
  const files = finished.length > 0 && <Files key={tool} files={finished} onTaken={onTaken} />
  const steps = tool === 'n8n' || tool === 'make' ? texts[tool][kind] : tool === 'code' ? [] : texts[tool]
  return (
    <div class="stack program">
      <Switch
        label={texts.tool}
        options={tools.map((one) => [one, texts.tools[one]] as const)}
        value={tool}
        onValue={(one) => onTool(one as ToolName)}
      />
      {isLoopback(hostname) && tool !== 'code' && (
        <Notice tone="warn">
          <p>{texts.loopback(host)}</p>
        </Notice>
      )}
      {isAgent && <CopyField label={texts.mcp} value={`${origin}/mcp`} onCopied={onTaken} />}
      {isFile && files}
      {tool === 'code' ? (
        <p>{texts.code}</p>
      ) : (
        <ol class="steps">
          {steps.map((step) => (
            <li key={step}>
              <p>
                <Rich text={step} />
              </p>
            </li>
          ))}
        </ol>
      )}
      {tool === 'claude' && <p>{texts.claudeCode}</p>}
      {!isFile && files}
    </div>
  )
}

/** The texts to copy and the files to save. One of several is shown. A file for an import is hidden until somebody opens it. */
function Files({ files, onTaken }: { files: readonly Finished[]; onTaken: () => void }) {
  const texts = useTexts(programsTexts)
  const [chosen, setChosen] = useState<string>()
  const id = useId()
  const shown = files.find(({ name }) => name === chosen) ?? files[0]
  if (!shown) return null
  const { name, text, file } = shown
  const hint = (
    <p class="hint" id={id}>
      {texts.hasKey}
    </p>
  )
  if (!text.includes('\n')) {
    return (
      <div>
        <CopyField label={name} value={text} onCopied={onTaken} />
        {hint}
      </div>
    )
  }
  const content = (
    <textarea
      class="finished"
      readOnly
      rows={Math.min(14, text.split('\n').length)}
      wrap="off"
      spellcheck={false}
      aria-label={file ?? name}
      aria-describedby={id}
      value={text}
      onCopy={onTaken}
    />
  )
  return (
    <div class="stack">
      {files.length > 1 && (
        <Switch
          label={texts.language}
          options={files.map((one) => [one.name, one.name] as const)}
          value={name}
          onValue={setChosen}
        />
      )}
      {!file && content}
      <div class="actions">
        {file && (
          <Button
            onClick={() => {
              saveFile({ name: file, type: 'application/json', text })
              onTaken()
            }}
          >
            {texts.save}
          </Button>
        )}
        <CopyButton text={text} what={file ?? name} onCopied={onTaken} />
      </div>
      {hint}
      {file && (
        <details>
          <summary>{texts.content}</summary>
          {content}
        </details>
      )}
    </div>
  )
}
