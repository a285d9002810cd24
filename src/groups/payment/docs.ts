import type { GroupDocs } from '../../gateway/docs.ts'

/** The texts of the payment group's operations. */
export const paymentDocs: GroupDocs = {
  account: 'payment',
  operations: {
    payment_cancel_bill: {
      en: {
        summary: 'Cancel a paid bill, the whole amount',
        description:
          'The customer gets the money back. `price` must be that of the bill. 409: the same Idempotency-Key is still at work.',
      },
      ko: '결제된 청구서 전액 취소(환불)',
      search: 'refund',
      tool: {
        required: ['idempotency_key'],
      },
    },
    payment_request_bill: {
      en: {
        summary: 'Send a bill to a customer',
        description:
          'The customer gets a message with a link to pay (PaySsam); `price` is in won. Sent with the stored account, payment_list_bills lists it. 409: the id belongs to another bill.',
      },
      ko: '고객에게 청구서 보내기(결제 요청)',
      search: 'invoice charge pay 송금',
      tool: {
        required: ['idempotency_key'],
        defaults: { confirm_duplicate: false },
        description: 'Sends a customer a PaySsam bill with a link to pay. Confirm with the person first.',
        hidden: ['bill_id', 'confirm_duplicate'],
        withheld: ['callback_url'],
      },
    },
    payment_read_bill: {
      en: {
        summary: 'The state of a bill and its approval',
        description:
          '`appr_state` is F paid, W waiting, C cancelled or D destroyed. The id is that of payment_request_bill; times are Korean.',
      },
      ko: '청구서 상태와 승인 조회',
    },
    payment_list_bills: {
      en: {
        summary: 'The bills that this gateway sent',
        description:
          'Of 400 days, with the stored account; the service has no list. `state` unpaid is all that nobody has paid, overdue or not; those are checked daily, until 90 days after their last day. With `q`, a page may hold fewer and still have a `next_cursor`.',
      },
      ko: '이 게이트웨이로 보낸 청구서 목록',
      search: 'unpaid overdue invoices 미납',
      tool: {
        description: 'PaySsam bills that were sent: state unpaid for who has not paid, days_overdue for how late.',
      },
    },
    payment_get_bill: {
      en: {
        summary: 'A bill as the payment service knows it now, with what is stored of it',
        description:
          'Asks the service, and stores what it says of a bill in payment_list_bills. Of other bills only the price and the state are known.',
      },
      ko: '청구서 한 건의 현재 상태와 저장된 내용',
    },
    payment_destroy_bill: {
      en: {
        summary: 'Destroy a bill that nobody has paid',
        description: 'A paid bill is cancelled by payment_cancel_bill instead. `price` must be that of the bill.',
      },
      ko: '아직 결제되지 않은 청구서 파기',
      search: 'withdraw void 취소 delete unpaid',
      tool: {
        required: ['idempotency_key'],
      },
    },
    payment_resend_bill: {
      en: {
        summary: 'Resend the message of an unpaid bill',
        description: 'Once more to the phone number of the bill.',
      },
      ko: '대기 중인 청구서 메시지 다시 보내기',
      search: 'again remind 재발송 알림',
      tool: {
        required: ['idempotency_key'],
      },
    },
    payment_manage_autopay: {
      en: {
        summary: 'Change an auto-pay method of a customer',
        description:
          'The customer gives the new method on the page at short_url. Every field of the body is passed on to PaySsam.',
      },
      ko: '고객의 자동결제 수단 변경',
      tool: {
        required: ['idempotency_key'],
        withheld: ['callback_url'],
      },
    },
    payment_request_autopay: {
      en: {
        summary: 'Charge the auto-pay method that a customer registered',
        description:
          'Takes money at once; `price` is in won. 409: the id belongs to another bill, or the same Idempotency-Key is still at work.',
      },
      ko: '등록된 자동결제 수단으로 결제하기',
      search: 'charge subscription card 정기결제',
      tool: {
        required: ['idempotency_key'],
        defaults: { confirm_duplicate: false },
      },
    },
    payment_format_phone_number: {
      en: {
        summary: 'A Korean phone number as the payment service expects it',
        description: 'Calls no service. A number that is not Korean is refused.',
      },
      ko: '한국 전화번호를 결제 서비스 형식으로 바꾸기',
      tool: {
        account: null,
      },
    },
  },
}
