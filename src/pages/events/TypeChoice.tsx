import type { EventType } from '../../base/events.ts'
import { useTexts } from '../text/language.tsx'
import { Tick } from '../ui/Tick.tsx'
import { EVENTS_BY_ACCOUNT } from './choices.ts'

interface Props {
  types: readonly EventType[]
  onTypes: (types: EventType[]) => void
}

/** All events by account, to choose several. */
export function TypeChoice({ types, onTypes }: Props) {
  const { events: texts, products, words } = useTexts()
  return (
    <>
      {EVENTS_BY_ACCOUNT.map(([account, offered]) => (
        <fieldset class="field" key={account}>
          <legend>{account ? products[account] : texts.everyAccount}</legend>
          {offered.map((type) => (
            <Tick
              key={type}
              label={words.eventTypes[type]}
              checked={types.includes(type)}
              onChecked={(checked) => onTypes(checked ? [...types, type] : types.filter((other) => other !== type))}
            />
          ))}
        </fieldset>
      ))}
    </>
  )
}
