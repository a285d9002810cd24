import * as z from 'zod'

const word = (description: string) => z.string().nullable().describe(description)

/** A question of a customer, without their phone and address. */
export const inquiryRow = () =>
  z.object({
    inquiry_id: z.string().describe('Id of the question'),
    type: z
      .enum(['product', 'call_center'])
      .describe('product: asked on the page of a product; call_center: handed on'),
    status: z
      .enum(['unanswered', 'answered'])
      .nullable()
      .describe('Whether the seller has answered; null where nobody waits for an answer'),
    asked_at: word('ISO 8601, Korean time'),
    question: word('What the customer asks'),
    category: word('What it is about, in the words of the call centre'),
    product: word('Product, where the call centre names it'),
    seller_product_id: word('Product'),
    vendor_item_ids: z.array(z.string()).describe('Options of the product'),
    order_ids: z.array(z.string()).describe('Orders'),
    replies: z
      .array(
        z.object({
          by: z.enum(['seller', 'call_center']).describe('Who wrote it'),
          at: word('ISO 8601, Korean time'),
          content: word('What they wrote'),
        }),
      )
      .describe('What was answered, oldest first'),
  })
export type InquiryRow = z.output<ReturnType<typeof inquiryRow>>

export const inquiryReply = () =>
  z.object({
    inquiry_id: z.string().describe('Id of the question'),
    type: z.enum(['product', 'call_center']).describe('The type of the question'),
    status: z.enum(['done', 'already']).describe('already: this answer stood there before'),
    content: z.string().describe('What the customer reads'),
  })
export type InquiryReply = z.output<ReturnType<typeof inquiryReply>>
