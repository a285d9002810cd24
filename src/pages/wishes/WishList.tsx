import { useState } from 'preact/hooks'
import type { Report } from '../api/types.ts'
import { useTexts } from '../text/language.tsx'
import { wishListTexts } from '../text/wish-list.ts'
import { lazy } from '../ui/lazy.tsx'
import { ProductMark } from '../ui/product-mark.tsx'
import { Icon } from '../ui/shared.tsx'
import { WISH_PRODUCTS, type WishId } from './products.ts'

const WishDialog = lazy(async () => (await import('./WishDialog.tsx')).WishDialog, { isDialog: true })

interface Props {
  reports: readonly Report[]
  onReport: (report: Report) => void
  /** Somebody has closed a wish. */
  onDone: () => void
}

/** The list of wishes. A press opens one. */
export function WishList({ reports, onReport, onDone }: Props) {
  const texts = useTexts(wishListTexts)
  const [wish, setWish] = useState<WishId>()
  return (
    <section class="stack" aria-labelledby="wishes">
      <h2 id="wishes" tabIndex={-1}>
        {texts.title}
      </h2>
      <p class="lead">{texts.lead}</p>
      <ul class="wishes">
        {(Object.keys(WISH_PRODUCTS) as WishId[]).map((id) => (
          <li key={id}>
            <button type="button" class="choice" onClick={() => setWish(id)}>
              <span class="wish">
                {WISH_PRODUCTS[id].map((account) => (
                  <ProductMark key={account} account={account} small />
                ))}
                {texts.titles[id]}
              </span>
              <Icon name="next" />
            </button>
          </li>
        ))}
      </ul>
      {wish && (
        <WishDialog
          id={wish}
          reports={reports}
          onReport={onReport}
          onClose={() => {
            setWish(undefined)
            onDone()
          }}
        />
      )}
    </section>
  )
}
