import type { GroupTools } from '../../gateway/tool-marks.ts'

/** The payment group as tools of a model (decisions.md section 13). */
export const paymentTools: GroupTools = {
  account: 'payment',
  fields: {
    bill_id: 'Bill id',
    idempotency_key: 'New for each wish; the same repeats a lost call safely',
    price: 'Won, the whole amount of the bill',
    product_nm: 'What is paid for',
  },
  tools: {
    payment_request_bill: {
      title: 'Send a PaySsam bill',
      description:
        'Sends a bill to a customer by PaySsam: they get a message with a payment link. Confirm with the person first.',
      isDefault: true,
      fields: {
        bill_id: 'Made when absent',
        message: 'To the customer',
        member_nm: 'Name of the customer',
        phone: 'Korean phone number',
        price: 'Won',
        expire_dt: 'Last day to pay, YYYY-MM-DD',
        callback_url: 'Only where the account requires it',
      },
    },
    payment_read_bill: {
      title: 'State of a PaySsam bill',
      description: 'Whether a PaySsam bill is paid: appr_state F paid, W waiting, C cancelled, D destroyed.',
      isDefault: true,
    },
    payment_list_bills: {
      title: 'PaySsam bills sent',
      description: 'Bills sent through this gateway, the newest first: state unpaid for who has not paid.',
      isDefault: true,
      fields: { state: '', from: 'Korean day', to: '', q: 'Name, product, id', limit: '', cursor: 'next_cursor' },
    },
    payment_get_bill: {
      title: 'PaySsam bill sent',
      description: 'One of payment_list_bills, its state checked now.',
    },
    payment_cancel_bill: {
      title: 'Cancel a paid PaySsam bill',
      description: 'Gives back a paid PaySsam bill, the whole amount. Confirm with the person first.',
      isDefault: true,
    },
    payment_destroy_bill: {
      title: 'Destroy an unpaid PaySsam bill',
      description: 'Ends a PaySsam bill that nobody has paid.',
      isDefault: true,
    },
    payment_resend_bill: {
      title: 'Resend a PaySsam bill',
      description: 'Sends the message of a waiting PaySsam bill once more.',
    },
    payment_manage_autopay: {
      title: 'Change a PaySsam auto-pay method',
      description: 'Gives a link (short_url) where the customer changes the PaySsam auto-pay method: {"customer": id}.',
    },
    payment_request_autopay: {
      title: 'Charge PaySsam auto-pay',
      description: 'Charges the auto-pay method of a PaySsam customer now. Confirm with the person first.',
      fields: { customer: 'Id of the customer', bill_id: 'Made when absent', price: 'Won' },
    },
    payment_format_phone_number: {
      title: 'Korean phone number for PaySsam',
      description: 'Writes a Korean phone number as PaySsam takes it.',
      account: null,
      fields: { phone: 'Any spelling' },
    },
  },
}
