import { useState } from 'preact/hooks'
import { useTexts } from '../text/language.tsx'
import { CopyButton, CopyField } from '../ui/Copy.tsx'
import { Switch } from '../ui/Switch.tsx'

/** How a program verifies a delivery with the library of Standard Webhooks. */
const LINES = {
  JavaScript: (secret: string) => `new Webhook('${secret}').verify(body, headers)`,
  Python: (secret: string) => `Webhook("${secret}").verify(body, headers)`,
} as const
type Language = keyof typeof LINES

/** The secret of a subscription, shown only once, with the line of code that uses it. */
export function SecretShown({ secret }: { secret: string }) {
  const { events: texts } = useTexts()
  const [language, setLanguage] = useState<Language>('JavaScript')
  const line = LINES[language](secret)
  return (
    <div class="stack">
      <CopyField label={texts.secret} value={secret} hint={texts.secretHint} />
      <details>
        <summary>{texts.code}</summary>
        <div class="stack">
          <Switch
            label={texts.code}
            options={Object.keys(LINES).map((name) => [name, name] as const)}
            value={language}
            onValue={(name) => setLanguage(name as Language)}
          />
          <pre class="code" lang="en">
            <code>{line}</code>
          </pre>
          <div class="actions">
            <CopyButton text={line} what={texts.code} />
          </div>
          <p class="hint">{texts.codeHint}</p>
        </div>
      </details>
    </div>
  )
}
