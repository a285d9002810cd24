import type { Client } from '../api/grant-types.ts'
import { useTexts } from '../text/language.tsx'
import { Notice } from '../ui/Notice.tsx'

/** The client, and where access is sent. What the client says about itself is shown as a quote. */
export function Who({ client, service }: { client: Client; service: string }) {
  const { consent } = useTexts()
  const { name, domain, redirect_host, redirect_uri, is_local } = client
  return (
    <section class="card" aria-label={consent.who}>
      <p>{consent.lead(service)}</p>
      <dl class="facts">
        <div>
          <dt>{consent.name}</dt>
          <dd>
            <strong>{name}</strong>
          </dd>
        </div>
        <div>
          <dt>{consent.publisher}</dt>
          <dd>{domain ? <strong>{domain}</strong> : consent.unverified}</dd>
        </div>
        <div>
          <dt>{consent.goesTo}</dt>
          <dd>
            <strong>{redirect_host}</strong> <bdi class="soft long">{redirect_uri}</bdi>
          </dd>
        </div>
      </dl>
      <Notice tone="warn">
        <p>{is_local ? consent.local : consent.beware(redirect_host)}</p>
      </Notice>
    </section>
  )
}
