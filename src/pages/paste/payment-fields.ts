import { FIELDS, type Values } from '../api/accounts.ts'
import { type Forms, findByForm, labelled, type Names } from './labelled.ts'
import { NOTHING, type Understood } from './understood.ts'

/** The names of the five payment connection values in the API, in the settings and at the product. */
const NAMES: Names = {
  host: [
    'paymenthost',
    'host',
    'apihost',
    'url',
    'apiurl',
    'baseurl',
    'server',
    '호스트',
    '주소',
    '서버',
    '서버주소',
    '도메인',
    'api도메인',
    'api주소',
    'api호스트',
    '접속주소',
    '호스트명',
  ],
  api_key: [
    'paymentapikey',
    'apikey',
    'key',
    'api키',
    '인증키',
    '연동키',
    'apikey값',
    'api인증키',
    'api연동키',
    '에이피아이키',
  ],
  member_id: [
    'paymentmemberid',
    'memberid',
    'member',
    '회원id',
    '회원아이디',
    '멤버id',
    '멤버',
    '멤버아이디',
    '회원번호',
    '회원코드',
  ],
  merchant_id: [
    'paymentmerchantid',
    'merchantid',
    'merchant',
    '가맹점id',
    '가맹점아이디',
    '가맹점',
    '가맹점코드',
    '가맹점번호',
    '머천트id',
    '머천트아이디',
    '머천트코드',
    '머천트',
  ],
  business_number: [
    'paymentbusinessnumber',
    'businessnumber',
    'businessno',
    'bizno',
    '사업자번호',
    '사업자등록번호',
    '사업자no',
  ],
}

/** Values that are found without their names. */
const FORMS: Forms = {
  host: /\b[\w-]{1,63}\.(?:payssam\.kr|paymint\.co\.kr)\b/i,
  business_number: /\b\d{3}-\d{2}-\d{5}\b/,
}

/** Finds the values of the payment connection. */
export function paymentFields(text: string): Understood {
  const values = inForm({ ...findByForm(text, FORMS), ...labelled(text, NAMES) })
  const fields = FIELDS.payment.filter((field) => values[field])
  return fields.length > 0 ? { values, remarks: [{ says: 'fields', fields }] } : NOTHING
}

/** The host without `https://` and path, and the business number without hyphens, as in bill ids. */
export function inForm(values: Values): Values {
  const { host, business_number: number } = values
  return {
    ...values,
    ...(host && { host: host.replace(/^https?:\/\//i, '').split(/[/:]/, 1)[0] }),
    ...(number && { business_number: number.replaceAll(/[\s-]/g, '') }),
  }
}
