import type { Source } from '../api/event-types.ts'
import { askNow } from '../api/events.ts'
import { useTexts } from '../text/language.tsx'
import { Button } from '../ui/Button.tsx'
import { Details } from '../ui/Details.tsx'
import { Moment } from '../ui/Moment.tsx'
import { Said, useSaid } from '../ui/Said.tsx'
import { useTask } from '../ui/task.ts'

interface Props {
  sources: readonly Source[]
  onAsked: (sources: Source[]) => void
}

/** The event sources: when each account is polled, and why one cannot be. */
export function SourcesSection({ sources, onAsked }: Props) {
  const { events: texts } = useTexts()
  const { busy, error, run } = useTask()
  const { said, say } = useSaid()
  const ask = () =>
    run(async () => {
      onAsked(await askNow())
      say(texts.askedNow)
    })
  return (
    <section class="stack" aria-labelledby="sources">
      <div class="title">
        <h2 id="sources">{texts.sources}</h2>
        <Button busy={busy} onClick={ask}>
          {texts.askNow}
        </Button>
      </div>
      <Said said={said} error={error} />
      <p class="lead">{texts.sourcesLead}</p>
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
              {sources.map((source) => (
                <SourceRow key={source.name} source={source} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}

function SourceRow({
  source: { name, is_watched, polled_at, next_poll_at, last_error, failures },
}: {
  source: Source
}) {
  const { common, events: texts } = useTexts()
  const names: Readonly<Record<string, string>> = texts.sourceNames
  const hasFailed = is_watched && failures > 0
  // A time that has passed, or none yet, means that it is due.
  const isLater = next_poll_at !== null && Date.parse(next_poll_at) > Date.now()
  const standing = polled_at ? texts.fine : texts.notYet
  return (
    <tr>
      <th scope="row">{names[name] ?? name}</th>
      <td data-label={texts.asked}>{polled_at ? <Moment at={polled_at} /> : common.never}</td>
      <td data-label={texts.askedNext}>
        {!is_watched ? common.never : isLater ? <Moment at={next_poll_at} /> : texts.soon}
      </td>
      <td data-label={texts.state}>
        <div>
          {!is_watched ? texts.notWatched : hasFailed ? texts.pollFailed : standing}
          {hasFailed && <Details message={last_error ?? ''} />}
        </div>
      </td>
    </tr>
  )
}
