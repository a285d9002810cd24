import type { Product } from '../api/accounts.ts'
import type { Report } from '../api/types.ts'
import { choiceTexts } from '../text/account-choice.ts'
import { nameAccount } from '../text/account-name.ts'
import { firstTexts } from '../text/first.ts'
import { useTexts } from '../text/language.tsx'
import { type AccountChoice, findSeveral } from './choice.ts'

interface Props {
  reports: readonly Report[]
  choice: AccountChoice
  onChoice: (choice: AccountChoice) => void
  /** Whether a product is a part of what is chosen. */
  isOffered: (product: Product) => boolean
  /** What is chosen, before the name of the product. */
  label: string
  /** Whether someone has tried to submit. */
  tried: boolean
}

/** The first field of a choice. */
export const ACCOUNT_CHOICE = '[name^=accounts-]'

/** A choice of the first account or some accounts, for each product that has several. Nothing where none has. */
export const AccountChoiceFields = ({ reports, isOffered, ...props }: Props) => (
  <>
    {findSeveral(reports)
      .filter(([product]) => isOffered(product))
      .map(([product, accounts]) => (
        <ProductChoice key={product} product={product} accounts={accounts} {...props} />
      ))}
  </>
)

interface ProductProps extends Omit<Props, 'reports' | 'isOffered'> {
  product: Product
  accounts: readonly Report[]
}

function ProductChoice({ product, accounts, choice, onChoice, label, tried }: ProductProps) {
  const { products, accounts: accountTexts } = useTexts(firstTexts)
  const texts = useTexts(choiceTexts)
  const { [product]: chosen, ...others } = choice
  const name = `accounts-${product}`
  const getWhose = ({ identity }: Report) => identity && accountTexts.whose(product, identity)
  const first = accounts.find(({ account }) => account === product)
  return (
    <fieldset class="field">
      <legend>
        {label}: {products[product]}
      </legend>
      <label class="tick">
        <input type="radio" name={name} checked={chosen === undefined} onChange={() => onChoice(others)} />
        <span>
          {texts.first} {first && <span class="hint">{getWhose(first)}</span>}
        </span>
      </label>
      <label class="tick">
        <input
          type="radio"
          name={name}
          checked={chosen !== undefined}
          onChange={() => onChoice({ ...others, [product]: chosen ?? [] })}
        />
        {texts.some}
      </label>
      {chosen && (
        <div class="ticks">
          {accounts.map((report) => (
            <label class="tick" key={report.account}>
              <input
                type="checkbox"
                checked={chosen.includes(report.account)}
                onChange={({ currentTarget: { checked } }) =>
                  onChoice({
                    ...others,
                    [product]: accounts
                      .map(({ account }) => account)
                      .filter((other) => (other === report.account ? checked : chosen.includes(other))),
                  })
                }
              />
              <span>
                {nameAccount(products, report.account)} <span class="hint">{getWhose(report)}</span>
              </span>
            </label>
          ))}
        </div>
      )}
      {tried && chosen?.length === 0 && <p class="fault">{texts.missing}</p>}
    </fieldset>
  )
}
