import { useLanguage } from '../text/language.tsx'
import { distance, formatDateTime, formatDay, isFar } from '../text/moments.ts'

interface Props {
  /** ISO 8601. */
  at: string
  /** Whether the date follows in brackets. */
  withDay?: boolean
}

/** How far away a time is. The exact time appears when the pointer rests on it. */
export function Moment({ at, withDay = false }: Props) {
  const { language } = useLanguage()
  return (
    <time dateTime={at} title={formatDateTime(language, at)}>
      {distance(language, at)}
      {withDay && !isFar(at) && ` (${formatDay(language, at)})`}
    </time>
  )
}
