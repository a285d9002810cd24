import type { Bill } from './state.ts'

type Texts = Readonly<Record<string, string>>

/** The fields of a bill when it is read, by its state (facts, section 4.2). Every value is text. */
export function approvalFields(bill: Bill): Texts {
  const { approval, cancel } = bill
  if (!approval) return { appr_state: bill.state }
  return {
    appr_state: bill.state,
    appr_pay_type: 'CARD',
    appr_card_type: '0',
    appr_dt: (cancel ?? approval).at,
    appr_origin_dt: approval.at,
    appr_price: bill.price,
    appr_issuer: '샘플카드',
    appr_issuer_cd: '01',
    appr_issuer_num: '43211234****0007',
    appr_acquirer_cd: '02',
    appr_acquirer_nm: '샘플매입',
    appr_num: (cancel ?? approval).num,
    appr_origin_num: approval.num,
    appr_res_cd: '0000',
    appr_monthly: '00',
    ...(cancel && cancelFields(bill)),
  }
}

export const cancelFields = ({ approval, cancel }: Bill): Texts => ({
  appr_num: cancel?.num ?? '',
  appr_origin_num: approval?.num ?? '',
  appr_cancel_dt: cancel?.at ?? '',
})
