import type { Source } from '../api/event-types.ts'
import { askNow } from '../api/events.ts'
import { useLanguage, useTexts } from '../text/language.tsx'
import { distance, formatDateTime } from '../text/moments.ts'
import { Button } from '../ui/Button.tsx'
import { Details } from '../ui/Details.tsx'
import { Failure } from '../ui/Failure.tsx'
import { useTask } from '../ui/task.ts'

interface Props {
  sources: readonly Source[]
  onAsked: (sources: Source[]) => void
}

/** The event sources: when each account is polled, and why one cannot be. */
export function SourcesSection({ sources, onAsked }: Props) {
  const { events: texts } = useTexts()
  const asking = useTask()
  return (
    <section class="grants" aria-labelledby="sources">
      <div class="title">
        <h2 id="sources">{texts.sources}</h2>
        <Button busy={asking.busy} onClick={() => asking.run(async () => onAsked(await askNow()))}>
          {texts.askNow}
        </Button>
      </div>
      <p class="lead">{texts.sourcesLead}</p>
      <div role="alert">
        <Failure error={asking.error} />
      </div>
      {sources.length > 0 && (
        <div class="card table keys">
          <table>
            <caption class="unseen">{texts.sources}</caption>
            <thead>
              <tr>
                <th scope="col">{texts.source}</th>
                <th scope="col">{texts.asked}</th>
                <th scope="col">{texts.askedNext}</th>
                <th scope="col">{texts.state}</th>
              </tr>
            </thead>
            <tbody>
              {sources.map(({ name, is_watched, polled_at, next_poll_at, last_error, failures }) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td data-label={texts.asked}>
                    <When at={polled_at} />
                  </td>
                  <td data-label={texts.askedNext}>
                    <When at={next_poll_at} />
                  </td>
                  <td data-label={texts.state}>
                    {!is_watched ? texts.notWatched : failures > 0 ? texts.pollFailed : texts.fine}
                    {is_watched && failures > 0 && <Details message={last_error ?? ''} />}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}

function When({ at }: { at: string | null }) {
  const { common } = useTexts()
  const { language } = useLanguage()
  return at ? <time title={formatDateTime(language, at)}>{distance(language, at)}</time> : <span>{common.never}</span>
}
