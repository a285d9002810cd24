import { useEffect, useRef, useState } from 'preact/hooks'
import { isConnected } from '../accounts/need.ts'
import { productOf } from '../api/accounts.ts'
import type { Report } from '../api/types.ts'
import { useTexts } from '../text/language.tsx'
import { wishListTexts } from '../text/wish-list.ts'
import { lazy } from '../ui/lazy.tsx'
import { ProductMark } from '../ui/product-mark.tsx'
import { Button, Icon } from '../ui/shared.tsx'
import { sortByFit, WISH_PRODUCTS, type WishId } from './products.ts'

const WishDialog = lazy(async () => (await import('./WishDialog.tsx')).WishDialog, { isDialog: true })

interface Props {
  reports: readonly Report[]
  onReport: (report: Report) => void
}

/** How many there are until somebody asks for all. */
const FEW = 3

/**
 * The list of wishes. A press opens one. While nothing is connected, all are there; later those that fit best what is
 * connected.
 */
export function WishList({ reports, onReport }: Props) {
  const texts = useTexts(wishListTexts)
  const [wish, setWish] = useState<WishId>()
  const [isWhole, setWhole] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const connected = new Set(reports.filter(isConnected).map(({ account }) => productOf(account)))
  const isShort = connected.size > 0 && !isWhole
  const shown = sortByFit(connected).slice(0, isShort ? FEW : undefined)
  // The pressed button is gone.
  useEffect(() => {
    if (isWhole) list.current?.querySelectorAll('button')[FEW]?.focus()
  }, [isWhole])
  return (
    <section class="stack" aria-labelledby="wishes">
      <h2 id="wishes" tabIndex={-1}>
        {texts.title}
      </h2>
      <p class="lead">{texts.lead}</p>
      <ul class="wishes" ref={list}>
        {shown.map((id) => (
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
      {isShort && (
        <div class="actions">
          <Button variant="quiet" onClick={() => setWhole(true)}>
            {texts.all(Object.keys(WISH_PRODUCTS).length)}
          </Button>
        </div>
      )}
      {wish && <WishDialog id={wish} reports={reports} onReport={onReport} onClose={() => setWish(undefined)} />}
    </section>
  )
}
