import { useTexts } from '../text/language.tsx'

/** Placeholder cards while content is loading, as many as are likely. */
export function Loading({ cards = 1 }: { cards?: number }) {
  const { common } = useTexts()
  return (
    <div role="status">
      <span class="unseen">{common.loading}</span>
      <div class="grid" aria-hidden="true">
        {Array.from({ length: cards }, (_, card) => (
          <div class="card ghost" key={card} />
        ))}
      </div>
    </div>
  )
}
