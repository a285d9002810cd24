/**
 * The product's refusals, with their codes in each version and messages (facts, section 6). Where the facts name no v1
 * code, it is 9999, "other". In v2 a bill in the wrong state is BILL_006.
 */
export const REFUSALS = {
  usedId: ['9800', 'BILL_001', '이미 사용된 청구서 ID입니다.'],
  foreignId: ['9999', 'VALIDATION_001', '청구서 ID는 사업자번호와 10자리 문자여야 합니다.'],
  noBill: ['9980', 'BILL_003', '청구서를 찾을 수 없습니다.'],
  cancelled: ['9970', 'BILL_006', '이미 취소된 청구서입니다.'],
  paid: ['9971', 'BILL_006', '이미 결제된 청구서입니다.'],
  notPaid: ['9999', 'BILL_006', '결제되지 않은 청구서입니다.'],
  destroyed: ['9999', 'BILL_006', '파기된 청구서입니다.'],
  wrongPrice: ['9999', 'VALIDATION_001', '청구 금액과 일치하지 않습니다. 부분 취소는 지원하지 않습니다.'],
  wrongHash: ['9999', 'VALIDATION_002', '해시값이 일치하지 않습니다.'],
  noCallback: ['9870', 'VALIDATION_001', '콜백 대상이 없습니다.'],
  noPoints: ['9999', 'POINT_001', '발송 포인트가 부족합니다.'],
  noMethod: ['9999', 'VALIDATION_001', '등록된 자동결제 수단이 없습니다.'],
  notAllowed: ['1003', 'PARTNER_003', '허용되지 않은 사용자입니다.'],
  oldPartner: ['1003', 'PARTNER_001', '해당 버전의 파트너가 아닙니다.'],
  badKey: ['1003', 'PARTNER_002', 'apiKey가 없거나 형식이 올바르지 않습니다.'],
  noMerchant: ['1003', 'PARTNER_004', '하위 가맹점을 찾을 수 없습니다.'],
  noPartner: ['1003', 'PARTNER_005', '파트너를 찾을 수 없습니다.'],
  noContract: ['1003', 'PARTNER_006', '유효한 계약이 없습니다.'],
} as const satisfies Readonly<Record<string, readonly [v1: string, v2: string, words: string]>>

export type Reason = keyof typeof REFUSALS

/** How a call ends: refused inside a 200, refused as bad parameters, or done with the fields of its response. */
export type Outcome =
  | { refused: Reason }
  | { bad: string }
  /** Named as in the first generation. */
  | { fields: Readonly<Record<string, string | number>> }
