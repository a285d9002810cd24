import { useTexts } from '../text/language.tsx'

/** A placeholder while content is loading. */
export function Loading() {
  const { common } = useTexts()
  return (
    <div role="status">
      <span class="unseen">{common.loading}</span>
      <div class="card ghost" aria-hidden="true" />
    </div>
  )
}
