import { useCallback, useEffect, useState } from 'preact/hooks'

/** Whether all parts of a page are known. They are shown together, so that none moves another. */
export function useTogether<Part extends string>(parts: readonly Part[]) {
  const [known, setKnown] = useState<ReadonlySet<Part>>(new Set())
  const note = useCallback((part: Part) => setKnown((last) => (last.has(part) ? last : new Set([...last, part]))), [])
  return { areKnown: parts.every((part) => known.has(part)), note }
}

/** Tells the page once that a part is known, or cannot be. */
export function useKnown(isKnown: boolean, onKnown: () => void): void {
  useEffect(() => {
    if (isKnown) onKnown()
  }, [isKnown])
}
