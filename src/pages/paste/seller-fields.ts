import { FIELDS, type Values } from '../api/accounts.ts'
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
const FORMS = {
  vendor_id: /\bA\d{8}\b/,
  access_key: /\b[\da-z]{8}(?:-[\da-z]{4}){3}-[\da-z]{12}\b/i,
  secret_key: /\b[\da-z]{40}\b/i,
} satisfies Forms

/** Finds the values of the seller's Open API. */
export function sellerFields(text: string): Understood {
  // A value is where its form says, even after the name of another one.
  const values = { ...labelled(text, NAMES), ...findByForm(text, FORMS) }
  const fields = FIELDS['shop-seller'].filter((field) => values[field])
  return fields.length > 0 ? { values, remarks: [{ says: 'fields', fields }] } : NOTHING
}

/** The two keys in their places, where each has the form of the other. */
export function inPlace(values: Values): Values {
  const { access_key: access = '', secret_key: secret = '' } = values
  const isExchanged = FORMS.secret_key.test(access) && FORMS.access_key.test(secret)
  return isExchanged ? { ...values, access_key: secret, secret_key: access } : values
}
