import { isLoopback } from '../../base/url.ts'
import { fetchGrants } from '../api/grants.ts'
import { useTexts } from '../text/language.tsx'
import { Details } from '../ui/Details.tsx'
import { Empty } from '../ui/Empty.tsx'
import { Failure } from '../ui/Failure.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Rich } from '../ui/Rich.tsx'
import { useLoaded } from '../ui/task.ts'
import { GrantRow } from './GrantRow.tsx'

/** Clients connected with OAuth, below the keys, because both give a program access to the gateway. */
export function GrantsSection() {
  const { common, grants: texts, keys } = useTexts()
  const { value, error, reload } = useLoaded(fetchGrants)
  return (
    <section class="stack" aria-labelledby="grants">
      <h2 id="grants" tabIndex={-1}>
        {texts.title}
      </h2>
      <p class="lead">
        {isLoopback(location.hostname) ? texts.leadLocal : <Rich text={texts.lead(`${location.origin}/mcp`)} />}
      </p>
      <div role="alert">
        <Failure error={error} retry={reload} />
      </div>
      {value?.unavailable && (
        <Notice tone="warn">
          <p>{texts.unavailable}</p>
          <Details message={value.unavailable} />
        </Notice>
      )}
      {value && !value.unavailable && value.grants.length === 0 && (
        <Empty picture="plug">
          <p>{texts.empty}</p>
        </Empty>
      )}
      {value && value.grants.length > 0 && (
        <div class="card table keys">
          <table>
            <caption class="unseen">{texts.title}</caption>
            <thead>
              <tr>
                <th scope="col">{texts.client}</th>
                <th scope="col">{keys.scope}</th>
                <th scope="col">{texts.since}</th>
                <th scope="col">{keys.lastUsed}</th>
                <th scope="col" class="number">
                  {keys.requests}
                </th>
                <th scope="col">
                  <span class="unseen">{common.actions}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {value.grants.map((grant) => (
                <GrantRow key={grant.id} grant={grant} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}
