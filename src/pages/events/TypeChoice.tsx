import { ADMIN, type EventType } from '../../base/events.ts'
import type { Account } from '../api/accounts.ts'
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
  /** The accounts whose events are offered. Defaults to all. */
  accounts?: readonly Account[]
  /** The owner of the subscription. Defaults to who uses this app. */
  keyId?: string
}

/** The types of events by account, to choose several. */
export function TypeChoice({ types, onTypes, isForPeople, accounts, keyId = ADMIN }: TypeChoiceProps) {
  const { products, words } = useTexts(firstTexts)
  const texts = useTexts(eventsTexts)
  const forEveryAccount = EVENTS_BY_ACCOUNT.filter(([account]) => account === null)
  const forOneAccount = EVENTS_BY_ACCOUNT.filter(
    ([account]) => account !== null && (accounts?.includes(account) ?? true),
  )
  return (
    <div class="types">
      {(isForPeople ? [...forEveryAccount, ...forOneAccount] : [...forOneAccount, ...forEveryAccount]).map(
        ([account, offered]) => (
          <fieldset class="field" key={account}>
            <legend>
              {account ? <ProductMark account={account} small /> : <Icon name="bell" />}
              {account ? products[account] : texts.everyAccount}
            </legend>
            {offered
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
