import { useState } from 'preact/hooks'
import { fetchApiKey } from '../api/admin.ts'
import { useTexts } from '../text/language.tsx'
import { Button } from '../ui/Button.tsx'
import { CopyField } from '../ui/Copy.tsx'
import { Failure } from '../ui/Failure.tsx'
import { Icon } from '../ui/Icon.tsx'
import { useTask } from '../ui/task.ts'

/** The deployment's own key. It is fetched when someone shows it, and discarded when it is hidden. */
export function DeploymentKey() {
  const { common, overview } = useTexts()
  const [key, setKey] = useState<string>()
  const { busy, error, run } = useTask()
  if (key !== undefined) {
    return (
      <div>
        <CopyField label={overview.apiKey} value={key} hint={overview.apiKeyHint} />
        <Button look="quiet" onClick={() => setKey(undefined)}>
          {common.hide}
        </Button>
      </div>
    )
  }
  return (
    <div class="field">
      <span class="label">{overview.apiKey}</span>
      <Button busy={busy} onClick={() => run(async () => setKey(await fetchApiKey()))}>
        <Icon name="eye" />
        {overview.reveal}
      </Button>
      <p class="hint">{overview.apiKeyHint}</p>
      <div role="alert">
        <Failure error={error} />
      </div>
    </div>
  )
}
