import { useState } from 'preact/hooks'
import type { KeyRecord } from '../api/types.ts'
import { FirstRequest } from '../programs/FirstRequest.tsx'
import { ProgramTabs } from '../programs/ProgramTabs.tsx'
import { toSampleProgram } from '../programs/sample.ts'
import type { ToolName } from '../programs/tools.ts'

const TOOLS = ['make', 'n8n', 'zapier', 'claude', 'code'] as const

interface Props {
  record: KeyRecord
  /** The key itself. */
  value: string
  onTaken: () => void
  /** The first request was noticed. */
  onUsed?: (() => void) | undefined
}

/** The next step after a key was created: its first request, for each tool. */
export function FirstCall({ record, value, onTaken, onUsed }: Props) {
  const [tool, setTool] = useState<ToolName>('make')
  const program = toSampleProgram(record, value, location.origin)
  return (
    <>
      <ProgramTabs tools={TOOLS} tool={tool} onTool={setTool} program={program} file="latchkey" onTaken={onTaken} />
      <FirstRequest
        keyId={record.id}
        onArrived={() => {
          onTaken()
          onUsed?.()
        }}
      />
    </>
  )
}
