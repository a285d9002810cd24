import { useState } from 'preact/hooks'
import { isConnected } from '../accounts/need.ts'
import type { Report } from '../api/types.ts'
import { firstTexts } from '../text/first.ts'
import { useTexts } from '../text/language.tsx'
import { lazy } from '../ui/lazy.tsx'
import { Button } from '../ui/shared.tsx'

const WishList = lazy(async () => (await import('./WishList.tsx')).WishList)

interface Props {
  reports: readonly Report[]
  onReport: (report: Report) => void
}

/** The wishes: first on the page while nothing is connected, and later a line that opens them. */
export function Wishes({ reports, onReport }: Props) {
  const { overview } = useTexts(firstTexts)
  const isAny = reports.some(isConnected)
  const [isOpen, setOpen] = useState(!isAny)
  if (!isOpen)
    return (
      <Button variant="quiet" onClick={() => setOpen(true)}>
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
