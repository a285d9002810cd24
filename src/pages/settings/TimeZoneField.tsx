import { useEffect, useState } from 'preact/hooks'
import { useLanguage, useTexts } from '../text/language.tsx'
import { settingsTexts } from '../text/settings.ts'
import { SearchField, Select } from '../ui/fields.tsx'
import { listTimeZones, nameTimeZone, searchTimeZones, type TimeZone } from './time-zones.ts'

/** So many names are made at once, which takes a few milliseconds. */
const AT_ONCE = 20

/** All zones with their names in the language of the page. The first ones are there at once. */
function useTimeZones(own: string): TimeZone[] {
  const { language } = useLanguage()
  const [known, setKnown] = useState<{ in: string; zones: TimeZone[] }>()
  const name = (ids: readonly string[]) => ids.map((id) => ({ id, name: nameTimeZone(language, id) }))
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const ids = listTimeZones(own)
    const zones: TimeZone[] = []
    const goOn = () => {
      zones.push(...name(ids.slice(zones.length, zones.length + AT_ONCE)))
      if (zones.length < ids.length) timer = setTimeout(goOn)
      else setKnown({ in: language, zones })
    }
    timer = setTimeout(goOn)
    return () => clearTimeout(timer)
  }, [language, own])
  return known?.in === language ? known.zones : name(listTimeZones(own).slice(0, 2))
}

interface Props {
  /** Empty for that of the browser. */
  value: string
  onValue: (value: string) => void
}

/** Chooses a time zone, that of the browser and Seoul first, with a search. */
export function TimeZoneField({ value, onValue }: Props) {
  const texts = useTexts(settingsTexts)
  const { language } = useLanguage()
  const [search, setSearch] = useState('')
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  const zones = useTimeZones(own)
  const found = searchTimeZones(zones, search)
  // The chosen one stays in the list, so that a search changes nothing by itself.
  const isHidden = value !== '' && !found.some(({ id }) => id === value)
  return (
    <>
      <SearchField label={texts.searchZone} value={search} onValue={setSearch} />
      <Select
        label={texts.timeZone}
        value={value}
        options={[
          ['', texts.ownZone],
          ...(isHidden ? [[value, nameTimeZone(language, value)] as const] : []),
          ...found.map(({ id, name }) => [id, name] as const),
        ]}
        onValue={onValue}
      />
      <p class="hint" role="status">
        {search.trim() !== '' ? texts.foundZones(found.length) : value === '' && nameTimeZone(language, own)}
      </p>
    </>
  )
}
