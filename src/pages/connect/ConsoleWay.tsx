import { connectingTexts } from '../text/connecting.ts'
import { consoleWayTexts } from '../text/console-way.ts'
import { useTexts } from '../text/language.tsx'
import { RECORDER_SNIPPET } from '../text/recorder-line.ts'
import { CopyField, Rich } from '../ui/shared.tsx'

/** The step with the line to copy. */
const LINE_STEP = 1

/** The last way to the recorder's session: a line for the console of the browser. */
export function ConsoleWay() {
  const connecting = useTexts(connectingTexts)
  const { steps, byHand } = useTexts(consoleWayTexts)
  return (
    <div class="guide">
      <ol class="steps">
        {steps.map((step, place) => (
          <li key={step}>
            <p>
              <Rich text={step} />
            </p>
            {place === LINE_STEP && <CopyField label={connecting.command} value={RECORDER_SNIPPET} />}
          </li>
        ))}
      </ol>
      <ul class="notes">
        <li>
          <Rich text={byHand} />
        </li>
      </ul>
    </div>
  )
}
