import { FIELDS } from '../api/accounts.ts'
import { type Forms, findByForm, labelled, type Names } from './labelled.ts'
import { NOTHING, type Understood } from './understood.ts'

/** The names of the seller API's three values in the API, in the settings and in WING. */
const NAMES: Names = {
  vendor_id: [
    'shopvendorid',
    'vendorid',
    'vendor',
    '업체코드',
    '업체id',
    '업체아이디',
    '판매자코드',
    '판매자id',
    '판매자아이디',
    '벤더id',
    '벤더아이디',
    '벤더코드',
  ],
  access_key: ['shopaccesskey', 'accesskey', 'access', '액세스키', '엑세스키', '억세스키', '접근키', '공개키'],
  secret_key: ['shopsecretkey', 'secretkey', 'secret', '시크릿키', '씨크릿키', '시크릿', '비밀키'],
}

/** The form of each value is unmistakable, and people paste them one by one, without names. */
const FORMS: Forms = {
  vendor_id: /\bA\d{8}\b/,
  access_key: /\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/i,
  secret_key: /\b[\da-f]{40}\b/i,
}

/** Finds the values of the seller's Open API (shop facts, 2.1). */
export function sellerFields(text: string): Understood {
  const values = { ...findByForm(text, FORMS), ...labelled(text, NAMES) }
  const fields = FIELDS['shop-seller'].filter((field) => values[field])
  return fields.length > 0 ? { values, remarks: [{ says: 'fields', fields }] } : NOTHING
}
