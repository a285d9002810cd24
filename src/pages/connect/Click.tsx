import { useTexts } from '../text/language.tsx'

/** Leads to the authorisation of the social product, which leads back. */
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
