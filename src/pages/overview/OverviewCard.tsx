import type { Overview } from '../api/types.ts'
import { SubscriptionList } from '../events/SubscriptionList.tsx'
import { useTexts } from '../text/language.tsx'
import { CopyField } from '../ui/Copy.tsx'
import { Details } from '../ui/Details.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Notice } from '../ui/Notice.tsx'
import { DeploymentKey } from './DeploymentKey.tsx'
import { PausedSubscriptions } from './PausedSubscriptions.tsx'

export function OverviewCard({ overview }: { overview: Overview }) {
  const { overview: texts } = useTexts()
  const { base_url, licence, version, redirect_uri, settings, rotation, warnings } = overview
  const isRotated = settings.some(({ name, set }) => name === 'CREDENTIALS_KEY_PREVIOUS' && set)
  return (
    <section class="card overview" aria-labelledby="api">
      <div class="title">
        <h2 id="api">{texts.api}</h2>
        <p class="tags">
          <span class="tag">
            {texts.licence} <strong>{licence}</strong>
          </span>
          <span class="tag">
            {texts.version} <strong>{version}</strong>
          </span>
        </p>
      </div>
      <div class="pair">
        <CopyField label={texts.address} value={base_url} />
        <DeploymentKey />
      </div>
      {isRotated && (
        <Notice tone={rotation.safe_to_remove_previous ? 'good' : 'warn'}>
          <p role="status">
            {rotation.safe_to_remove_previous ? texts.rotationDone : texts.rotationGoesOn(rotation.remaining)}
          </p>
          <Details message="CREDENTIALS_KEY_PREVIOUS" />
        </Notice>
      )}
      {warnings.length > 0 && (
        <section class="stack" aria-labelledby="attention">
          <h3 id="attention" tabIndex={-1}>
            {texts.warnings}
          </h3>
          {warnings.map(({ code, message, subscriptions }) => (
            <Notice tone="warn" key={code}>
              <p>
                {subscriptions
                  ? (texts.subscriptionWarning(code, subscriptions.length) ?? message)
                  : ((texts.warningTexts as Readonly<Record<string, string>>)[code] ?? message)}
              </p>
              <Details message={message} />
              {subscriptions &&
                (code === 'subscription_secrets_unreadable' ? (
                  <SubscriptionList subscriptions={subscriptions} />
                ) : (
                  <PausedSubscriptions subscriptions={subscriptions} />
                ))}
            </Notice>
          ))}
        </section>
      )}
      <details>
        <summary>{texts.settings}</summary>
        {redirect_uri && <CopyField label={texts.redirect} value={redirect_uri} hint={texts.redirectHint} />}
        <ul class="settings">
          {settings.map(({ name, set }) => (
            <li key={name} class={set ? 'set' : ''}>
              <Icon name={set ? 'good' : 'empty'} />
              <code>{name}</code> <span>{set ? texts.isSet : texts.isUnset}</span>
            </li>
          ))}
        </ul>
      </details>
    </section>
  )
}
