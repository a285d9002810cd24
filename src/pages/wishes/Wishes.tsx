import { useState } from 'preact/hooks'
import { isConnected } from '../accounts/need.ts'
import type { Report } from '../api/types.ts'
import { useTexts } from '../text/language.tsx'
import { later } from '../ui/later.tsx'
import { Button } from '../ui/shared.tsx'

const WishList = later(async () => (await import('./WishList.tsx')).WishList, { sections: ['wishList'] })

interface Props {
  reports: readonly Report[]
  onReport: (report: Report) => void
}

/** What an owner may want. First on the page while nothing is connected, and a line that opens it later. */
export function Wishes({ reports, onReport }: Props) {
  const { overview } = useTexts()
  const isAny = reports.some(isConnected)
  const [isOpen, setOpen] = useState(!isAny)
  if (!isOpen)
    return (
      <Button look="quiet" onClick={() => setOpen(true)}>
        {overview.wishes}
      </Button>
    )
  return (
    <WishList
      reports={reports}
      onReport={onReport}
      onDone={() => setOpen(!isAny)}
      // The pressed button is gone.
      onShown={() => isAny && document.getElementById('wishes')?.focus()}
    />
  )
}
