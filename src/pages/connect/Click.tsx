import { useTexts } from '../text/language.tsx'

/** Opens the authorization page of the social product, which returns here. */
export function Click() {
  const { accounts, connecting } = useTexts()
  return (
    <section class="click">
      <p>{connecting.clickLead}</p>
      <p>
        <a class="button primary" href="/connect/social/start">
          {accounts.click}
        </a>
      </p>
      <h2>{connecting.orPaste}</h2>
    </section>
  )
}
