import { describe, expect, it } from 'vitest'
import type { SecretName } from '../../src/base/groups.ts'
import { findMisplaced } from '../../src/base/misplaced.ts'
import { formatKey } from '../../src/gateway/auth/key.ts'

/** Secrets that are pasted into the wrong place (docs/spec/admin.md, "Misplaced secrets"). */

const NAMED_KEY = formatKey(new Uint8Array(32).fill(7))
const JWT = 'eyJhbGciOiJIUzI1NiIsInR5cCI6IlVUIn0.eyJzdWIiOiIwIn0.c2lnbmF0dXJl'

/** A secret of each kind, and the places where it is right. */
const SECRETS: readonly [text: string, secret: string, belongsTo: string | undefined, right: readonly SecretName[]][] =
  [
    [NAMED_KEY, 'gateway', undefined, []],
    ['lk_cutOffBeforeItsEnd123', 'gateway', undefined, []],
    ['ntn_1234567890abcdefghijklmnopqrstuvwxyzABCDEFGHIJ', 'notion', 'workspace', ['WORKSPACE_TOKEN']],
    ['secret_1234567890abcdefghijklmnopqrstuvwxyzABCDEFG', 'notion', 'workspace', ['WORKSPACE_TOKEN']],
    [JWT, 'plaud', 'recorder', ['RECORDER_TOKEN']],
    ['eyJhbGciOiJIUzI1NiIsInR5cCI6IlVU', 'plaud', 'recorder', ['RECORDER_TOKEN']],
    ['AIzaSyA1234567890abcdefghijklmnopqrstuv', 'google', 'video', ['VIDEO_API_KEY']],
    ['THAAxyz1234567890abcdefghijklmnop', 'threads', 'social', ['SOCIAL_TOKEN']],
    ['THQWJabc1234567890abcdefghijklmnop', 'threads', 'social', ['SOCIAL_TOKEN']],
    ['a1b2c3d4.0123456789abcdef0123456789abcdef', 'tiro', 'notes', ['NOTES_TOKEN']],
    ['A00012345', 'vendor_id', 'shop-seller', ['SHOP_VENDOR_ID']],
    ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'notification', undefined, []],
    ['https://www.notion.so/My-Page-2f1c0de0000140008000000000000001', 'address', undefined, []],
    ['http://127.0.0.1:8787/connect/notes#x', 'address', undefined, []],
    ['www.notion.so/My-Page', 'address', undefined, []],
    ['notion.so/My-Page', 'address', undefined, []],
  ]

/** The places of secrets. The ids of the payment account have any form. */
const PLACES: readonly SecretName[] = [
  ...(['RECORDER_TOKEN', 'NOTES_TOKEN', 'WORKSPACE_TOKEN', 'SOCIAL_TOKEN', 'VIDEO_API_KEY', 'SHOP_VENDOR_ID'] as const),
  ...(['SHOP_ACCESS_KEY', 'SHOP_SECRET_KEY', 'SHOP_SESSION', 'PAYMENT_API_KEY'] as const),
]

it.each(SECRETS)(
  '%s is misplaced in every place but its own, with what surrounds it',
  (text, secret, belongsTo, right) => {
    for (const place of PLACES.filter((one) => !right.includes(one))) {
      for (const pasted of [text, ` ${text}\n`, `"${text}"`, `'${text}',`, `<${text}>`]) {
        expect(findMisplaced(place, pasted), `${pasted} in ${place}`).toMatchObject({ secret })
        expect(findMisplaced(place, pasted)?.belongsTo).toBe(belongsTo)
      }
    }
    for (const place of right)
      for (const pasted of [text, ` ${text}\n`, `"${text}"`, `Bearer ${text}`])
        expect(findMisplaced(place, pasted), `${pasted} in ${place}`).toBeUndefined()
  },
)

describe('within other text', () => {
  const [NOTION] = SECRETS.filter(([, secret]) => secret === 'notion').map(([text]) => text)
  it.each([`Bearer ${NOTION}`, `{"token":"${NOTION}"}`, `NOTION_TOKEN=${NOTION}`, `Authorization:Bearer ${NOTION}`])(
    '%s',
    (text) => {
      for (const place of ['NOTES_TOKEN', 'VIDEO_API_KEY', 'SHOP_SECRET_KEY', 'RECORDER_TOKEN'] as const)
        expect(findMisplaced(place, text)).toMatchObject({ secret: 'notion' })
    },
  )

  it('a named key is found everywhere', () => {
    for (const text of [
      `{"token": "${NAMED_KEY}"}`,
      `curl -H 'X-API-KEY: ${NAMED_KEY}' https://latchkey.example`,
      `the key is ${NAMED_KEY}.`,
      `sid=1; key=${NAMED_KEY}; b=2`,
      `id.${NAMED_KEY}`,
      `{"tokenstr": "bearer ${JWT}", "key": "${NAMED_KEY}"}`,
    ]) {
      for (const place of [...PLACES, 'PAYMENT_MEMBER_ID', 'PAYMENT_HOST'] as const)
        expect.soft(findMisplaced(place, text), String(text)).toMatchObject({ secret: 'gateway' })
    }
  })
})

it('a place takes what belongs there, and what is no known secret', () => {
  for (const [place, text] of [
    ['SHOP_SESSION', 'PCID=1; X-CP-L=eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIwIn0.c2ln; member=A00012345; u=https://a.b/c'],
    ['SHOP_SESSION', `token=${JWT}`],
    ['SHOP_SESSION', `a-flag; token=${JWT}`],
    ['SHOP_SESSION', 'Cookie: sid=ntn_abc; x=secret_abc; y=key-full.test-secret-full'],
    ['RECORDER_TOKEN', `[["pld_tokenstr","bearer ${JWT}"],["notion","ntn_abcdefgh"],["page","https://a.b"]]`],
    ['RECORDER_TOKEN', `curl 'https://api.plaud.ai/user/me' -H 'authorization: bearer ${JWT}'`],
    ['RECORDER_TOKEN', `https://web.plaud.ai/?token=${JWT}`],
    ['RECORDER_TOKEN', 'an-opaque-token'],
    // Broken by a line: it is reported as such.
    ['RECORDER_TOKEN', JWT.replace('.eyJ', '.\neyJ')],
    ['WORKSPACE_TOKEN', `v03:${JWT}.a.b`],
    ['WORKSPACE_TOKEN', 'v02%3Auser_token_or_cookies%3Aabc'],
    ['NOTES_TOKEN', 'key-full'],
    ['VIDEO_API_KEY', 'some-other-form-of-a-key'],
    ['SOCIAL_TOKEN', 'THERE_IS_ANOTHER_FORM'],
    ['SHOP_ACCESS_KEY', '1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed'],
    ['SHOP_SECRET_KEY', '0123456789abcdef0123456789abcdef01234567'],
    ['PAYMENT_HOST', 'https://erp-api.payssam.kr/if'],
    ['PAYMENT_HOST', 'api.paymint.co.kr'],
    ['PAYMENT_API_KEY', 'abcdefghijklmnopqrstuvwxyz012345'],
    ['PAYMENT_MEMBER_ID', 'shop.haneul-academy'],
    ['PAYMENT_MERCHANT_ID', 'A12345678'],
    ['PAYMENT_MERCHANT_ID', 'lk_haneul12'],
    ['PAYMENT_BUSINESS_NUMBER', '123-45-67890'],
  ] as [SecretName, string][])
    expect.soft(findMisplaced(place, text), String(place)).toBeUndefined()
})
