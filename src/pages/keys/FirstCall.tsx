import { useState } from 'preact/hooks'
import type { KeyRecord } from '../api/types.ts'
import { FirstRequest } from '../programs/FirstRequest.tsx'
import { ProgramTabs } from '../programs/ProgramTabs.tsx'
import { toSampleProgram } from '../programs/sample.ts'
import type { ToolName } from '../programs/tools.ts'
import type { Purpose } from './draft.ts'

const TOOLS = ['make', 'n8n', 'zapier', 'claude', 'code'] as const

/** The tool that is shown first, by what the key is for. */
const FIRST: Readonly<Record<Purpose, ToolName>> = { agent: 'claude', automation: 'make', code: 'code' }

interface Props {
  record: KeyRecord
  /** The key itself. */
  value: string
  purpose: Purpose | undefined
  onTaken: () => void
  /** The first request was noticed. */
  onUsed?: (() => void) | undefined
}

/** The next step after a key was created: its first request, for each tool. */
export function FirstCall({ record, value, purpose = 'automation', onTaken, onUsed }: Props) {
  const [tool, setTool] = useState(FIRST[purpose])
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
