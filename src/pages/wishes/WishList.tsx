import { useState } from 'preact/hooks'
import { isConnected } from '../accounts/need.ts'
import type { Report } from '../api/types.ts'
import { useTexts } from '../text/language.tsx'
import { later } from '../ui/later.tsx'
import { ProductMark } from '../ui/product-mark.tsx'
import { Icon } from '../ui/shared.tsx'
import { WISH_PRODUCTS, type WishId } from './products.ts'

const WishDialog = later(async () => (await import('./WishDialog.tsx')).WishDialog, {
  sections: ['wishes', 'programs', 'events'],
  isDialog: true,
})

interface Props {
  reports: readonly Report[]
  onReport: (report: Report) => void
  /** The licence of the deployment. */
  licence: string
}

/** What an owner may want. First on the page while nothing is connected, and a line that opens it later. */
export function Wishes({ reports, onReport, licence }: Props) {
  const { wishList, wishTitles } = useTexts()
  const [open, setOpen] = useState<WishId>()
  // The other licences open only a part of what wishes need.
  if (licence !== 'pro') return null
  const list = (
    <ul class="wishes">
      {(Object.keys(WISH_PRODUCTS) as WishId[]).map((id) => (
        <li key={id}>
          <button type="button" class="choice" onClick={() => setOpen(id)}>
            <span class="wish">
              {WISH_PRODUCTS[id].map((account) => (
                <ProductMark key={account} account={account} small />
              ))}
              {wishTitles[id]}
            </span>
            <Icon name="next" />
          </button>
        </li>
      ))}
    </ul>
  )
  return (
    <>
      {reports.some(isConnected) ? (
        <details>
          <summary>{wishList.more}</summary>
          {list}
        </details>
      ) : (
        <section class="stack" aria-labelledby="wishes">
          <h2 id="wishes" tabIndex={-1}>
            {wishList.title}
          </h2>
          <p class="lead">{wishList.lead}</p>
          {list}
        </section>
      )}
      {open && (
        <WishDialog
          id={open}
          reports={reports}
          onReport={onReport}
          licence={licence}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  )
}
