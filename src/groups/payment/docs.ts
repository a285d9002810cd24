import type { GroupDocs } from '../../gateway/docs.ts'

/** The texts of the payment group's operations. */
export const paymentDocs: GroupDocs = {
  account: 'payment',
  fields: {
    bill_id: 'Bill id',
    idempotency_key: 'One for each payment, the same on retry',
    price: 'Won, the whole amount of the bill',
    product_nm: 'What is paid for',
    confirm_duplicate: '',
  },
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
        title: 'Cancel a paid PaySsam bill',
        required: ['idempotency_key'],
        description: 'Refunds a paid PaySsam bill, the whole amount. Confirm with the person first.',
        isDefault: true,
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
        title: 'Send a PaySsam bill',
        required: ['idempotency_key'],
        defaults: { confirm_duplicate: false },
        description: 'Sends a customer a PaySsam bill: a message with a payment link. Confirm with the person first.',
        isDefault: true,
        fields: {
          bill_id: 'Made when absent',
          message: 'To the customer',
          member_nm: 'Name of the customer',
          phone: 'Korean phone number',
          price: 'Won',
          expire_dt: 'Last day to pay, YYYY-MM-DD',
        },
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
      tool: {
        title: 'State of a PaySsam bill',
        description: 'Whether a PaySsam bill is paid: appr_state F paid, W waiting, C cancelled, D destroyed.',
        isDefault: true,
      },
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
        title: 'PaySsam bills sent',
        description:
          'Bills sent through this gateway, the newest first: state unpaid for who has not paid, days_overdue for how late.',
        isDefault: true,
        fields: {
          state: '',
          from: 'Sent, Korean day',
          to: '',
          q: 'Name, product, id',
          limit: '',
          cursor: 'next_cursor',
        },
      },
    },
    payment_get_bill: {
      en: {
        summary: 'A bill as the payment service knows it now, with what is stored of it',
        description:
          'Asks the service, and stores what it says of a bill in payment_list_bills. Of other bills only the price and the state are known.',
      },
      ko: '청구서 한 건의 현재 상태와 저장된 내용',
      tool: {
        title: 'PaySsam bill sent',
        description: 'One of payment_list_bills, its state checked now.',
      },
    },
    payment_destroy_bill: {
      en: {
        summary: 'Destroy a bill that nobody has paid',
        description: 'A paid bill is cancelled by payment_cancel_bill instead. `price` must be that of the bill.',
      },
      ko: '아직 결제되지 않은 청구서 파기',
      search: 'withdraw void 취소',
      tool: {
        title: 'Destroy an unpaid PaySsam bill',
        required: ['idempotency_key'],
        description: 'Ends a PaySsam bill that nobody has paid.',
        isDefault: true,
      },
    },
    payment_resend_bill: {
      en: {
        summary: 'Resend the message of an unpaid bill',
        description: 'Once more to the phone number of the bill.',
      },
      ko: '대기 중인 청구서 메시지 다시 보내기',
      tool: {
        title: 'Resend a PaySsam bill',
        required: ['idempotency_key'],
        description: 'Sends the message of a waiting PaySsam bill once more.',
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
        title: 'Change a PaySsam auto-pay method',
        required: ['idempotency_key'],
        description: 'A link (short_url) to change the PaySsam auto-pay method of a customer: {"customer": id}.',
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
        title: 'Charge PaySsam auto-pay',
        required: ['idempotency_key'],
        defaults: { confirm_duplicate: false },
        description: 'Charges the auto-pay method of a PaySsam customer now. Confirm with the person first.',
        fields: { customer: 'Id of the customer', bill_id: 'Made when absent', price: 'Won' },
      },
    },
    payment_format_phone_number: {
      en: {
        summary: 'A Korean phone number as the payment service expects it',
        description: 'Calls no service. A number that is not Korean is refused.',
      },
      ko: '한국 전화번호를 결제 서비스 형식으로 바꾸기',
      tool: {
        title: 'Korean phone number for PaySsam',
        description: 'Writes a Korean phone number as PaySsam takes it.',
        account: null,
        fields: { phone: '' },
      },
    },
  },
}
