import { FIELDS } from '../api/accounts.ts'
import { labelled, type Names } from './labelled.ts'
import { NOTHING, type Understood } from './understood.ts'

/** The names of the seller API's three values in the API, in the settings and in WING. */
const NAMES: Names = {
  vendor_id: ['shopvendorid', 'vendorid', 'vendor', '업체코드', '판매자코드', '판매자id', '벤더id', '벤더아이디'],
  access_key: ['shopaccesskey', 'accesskey', 'access', '액세스키', '엑세스키'],
  secret_key: ['shopsecretkey', 'secretkey', 'secret', '시크릿키', '비밀키'],
}

/** Finds the values of the seller's Open API (shop facts, 2.1). */
export function sellerFields(text: string): Understood {
  const values = labelled(text, NAMES)
  const fields = FIELDS['shop-seller'].filter((field) => values[field])
  return fields.length > 0 ? { values, remarks: [{ says: 'fields', fields }] } : NOTHING
}
