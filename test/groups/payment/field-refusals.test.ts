import { describe, expect, it } from 'vitest'
import { refusesField } from '../../../src/groups/payment/results.ts'

/** A wrong "refused" makes a caller pay twice. A wrong "unknown" only makes the caller check. */

describe('refuses a field for its form', () => {
  it.each([
    '휴대폰 번호 형식이 올바르지 않습니다.',
    '전화번호 형식이 맞지 않습니다',
    '금액 형식이 유효하지 않습니다.',
    '청구서 ID는 사업자번호와 10자리 문자여야 합니다.',
    '청구서 아이디는 필수 값입니다.',
    '상품명은 필수입니다.',
    '고객명이 누락되었습니다.',
    '유효기간이 올바르지 않은 형식입니다.',
    'price: 잘못된 값입니다.',
    'expire_dt: 잘못된 값입니다.',
    'callbackURL: 잘못된 값입니다.',
    'phone: invalid format',
    'price must be a string of digits',
    'bill_id is required',
    'billId is too long',
    'Product_nm missing',
    'The format is wrong: hash',
  ])('%s', (message) => expect(refusesField(message)).toBe(true))
})

describe('says nothing about the outcome', () => {
  it.each([
    '',
    '성공',
    '실패',
    '처리 중 오류가 발생했습니다.',
    '잠시 후 다시 시도해 주세요.',
    // A field, and not its form.
    '휴대폰으로 발송 실패',
    '금액이 일치하지 않습니다.',
    '결제되지 않은 청구서입니다.',
    '해시값이 일치하지 않습니다.',
    // A format, but no field of the request.
    '응답 형식이 올바르지 않습니다.',
    '형식이 올바르지 않습니다.',
    'invalid format',
    // Both, but about the work: the money may have moved.
    '승인금액 형식이 올바르지 않습니다.',
    '카드사 응답: 금액 형식이 올바르지 않습니다.',
    '결제 완료 후 휴대폰 번호 형식이 올바르지 않아 발송 실패',
    '이미 처리된 청구서 ID는 필수 값입니다.',
    '은행 전문 금액 형식이 올바르지 않습니다.',
    'invalid amount in the response of the bank',
    'phone is invalid, transaction approved',
    'price missing: internal server error',
    'bill_id invalid: already cancelled',
    'callback_url timed out: invalid',
  ])('%j', (message) => expect(refusesField(message)).toBe(false))
})
