import { ADMIN, type EventType } from '../../base/events.ts'
import type { Product } from '../api/accounts.ts'
import { eventsTexts } from '../text/events.ts'
import { firstTexts } from '../text/first.ts'
import { useTexts } from '../text/language.tsx'
import { Checkbox } from '../ui/fields.tsx'
import { ProductMark } from '../ui/product-mark.tsx'
import { Icon } from '../ui/shared.tsx'
import { EVENTS_BY_ACCOUNT, mayReceive } from './names.ts'

interface TypeChoiceProps {
  types: readonly EventType[]
  onTypes: (types: EventType[]) => void
  /** Whether people read it, who want to know about their accounts first. */
  isForPeople: boolean
  /** The products whose events are offered. Defaults to all. */
  offered?: readonly Product[]
  /** The owner of the subscription. Defaults to who uses this app. */
  keyId?: string
}

/** The types of events by product, to choose several. */
export function TypeChoice({ types, onTypes, isForPeople, offered, keyId = ADMIN }: TypeChoiceProps) {
  const { products, words } = useTexts(firstTexts)
  const texts = useTexts(eventsTexts)
  const forEveryAccount = EVENTS_BY_ACCOUNT.filter(([product]) => product === null)
  const forOneAccount = EVENTS_BY_ACCOUNT.filter(
    ([product]) => product !== null && (offered?.includes(product) ?? true),
  )
  return (
    <div class="types">
      {(isForPeople ? [...forEveryAccount, ...forOneAccount] : [...forOneAccount, ...forEveryAccount]).map(
        ([product, group]) => (
          <fieldset class="field" key={product}>
            <legend>
              {product ? <ProductMark account={product} small /> : <Icon name="bell" />}
              {product ? products[product] : texts.everyAccount}
            </legend>
            {group
              .filter((type) => mayReceive(keyId, type))
              .map((type) => (
                <Checkbox
                  key={type}
                  label={words.eventTypes[type]}
                  checked={types.includes(type)}
                  onChecked={(checked) => onTypes(checked ? [...types, type] : types.filter((other) => other !== type))}
                />
              ))}
          </fieldset>
        ),
      )}
    </div>
  )
}
