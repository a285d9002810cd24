import { expectTypeOf, it } from 'vitest'
import {
  type Answer,
  createClient,
  type Input,
  type Listing,
  type PaymentCancelBillHeaders,
  type RecorderListFilesAnswer,
  type RecorderListFilesItem,
  type Routes,
} from '../../src/client/index.ts'

/**
 * Checked by the compiler: an error here fails `npm run check`. test/client-package proves that a wrong call does
 * not compile in another project.
 */
const latchkey = createClient({ baseUrl: 'https://latchkey.test', apiKey: 'test-key' })

type Untyped<In extends keyof Routes> = {
  [By in keyof Routes[In]]: {
    [Path in keyof Routes[In][By]]: IsLost<Input<In, By, Path>> | IsLost<Answer<In, By, Path>> extends false
      ? never
      : [In, By, Path]
  }[keyof Routes[In][By]]
}[keyof Routes[In]]
type IsLost<Type> = unknown extends Type ? true : [Type] extends [never] ? true : false

it('no route of a group is without the types of its declaration', () => {
  expectTypeOf<{ [In in keyof Routes]: Untyped<In> }[keyof Routes]>().toBeNever()
})

it('the routers that a group is made of are all there, by their paths below the group', () => {
  expectTypeOf<'/files' | '/tags' | '/ai/status' | '/files/:id/tabs/content'>().toExtend<
    keyof Routes['recorder']['get']
  >()
  expectTypeOf<keyof Routes['recorder']['delete']>().toEqualTypeOf<'/tags/:id'>()
  expectTypeOf<keyof Routes['notes']['patch']>().toEqualTypeOf<'/webhooks/:id'>()
  expectTypeOf<'/data-source/:data_source_id/query' | '/search' | '/files'>().toExtend<
    keyof Routes['workspaceV2']['post']
  >()
  expectTypeOf<keyof Routes['video']['post']>().toEqualTypeOf<'/transcript/v2' | '/languages' | '/metadata'>()
})

it('a group has the methods that its routes have', () => {
  expectTypeOf<keyof Routes['shop']>().toEqualTypeOf<'get' | 'post'>()
  expectTypeOf<keyof Routes['social']>().toEqualTypeOf<'get' | 'post' | 'delete'>()
})

it('an operation has the same types by its name and by its path', () => {
  const { recorder, payment, shop } = latchkey
  expectTypeOf(recorder.listFiles).returns.toEqualTypeOf<Listing<RecorderListFilesAnswer, RecorderListFilesItem>>()
  expectTypeOf<Answer<'recorder', 'get', '/files'>>().toEqualTypeOf<RecorderListFilesAnswer>()
  expectTypeOf<Parameters<typeof recorder.renameFile>[0]>().toExtend<{ id: string; filename: string }>()
  expectTypeOf<Input<'payment', 'post', '/cancel'>['header']>().toEqualTypeOf<PaymentCancelBillHeaders | undefined>()
  expectTypeOf<NonNullable<Parameters<typeof payment.cancelBill>[1]>['headers']>().toEqualTypeOf<
    Partial<PaymentCancelBillHeaders> | undefined
  >()
  expectTypeOf(shop.listOrders).parameter(0).toExtend<Input<'shop', 'post', '/orders'>['json']>()
  expectTypeOf(latchkey.doctor).returns.resolves.toHaveProperty('accounts')
})

it('an answer has the fields of its schema and no others', () => {
  const files = () => latchkey.recorder.get('/files')
  expectTypeOf(files).returns.resolves.toEqualTypeOf<Answer<'recorder', 'get', '/files'>>()
  expectTypeOf<Answer<'recorder', 'get', '/files'>>().not.toHaveProperty('files')
  expectTypeOf<Answer<'recorder', 'get', '/files'>['data_file_list'][number]['start_time']>().toEqualTypeOf<
    number | null
  >()
  expectTypeOf<Answer<'recorder', 'get', '/files/:id/transcript'>['text']>().toEqualTypeOf<string | undefined>()
  expectTypeOf<Answer<'video', 'post', '/metadata'>['video']['view_count']>().toEqualTypeOf<number | null>()
  expectTypeOf<Answer<'recorder', 'patch', '/files/:id'>>().toBeVoid()
})

it('a query takes the values that the gateway reads its text as', () => {
  type Query = NonNullable<Input<'recorder', 'get', '/files'>['query']>
  expectTypeOf<Query['limit']>().toEqualTypeOf<number | undefined>()
  expectTypeOf<Query['is_desc']>().toEqualTypeOf<boolean | undefined>()
  expectTypeOf<Query['is_trash']>().toEqualTypeOf<0 | 1 | 2 | undefined>()
  expectTypeOf<Query['sort_by']>().toEqualTypeOf<'edit_time' | 'start_time' | undefined>()
  type Include = NonNullable<Input<'recorder', 'get', '/sync'>['query']>['include']
  expectTypeOf<readonly ('summary' | 'share')[]>().toExtend<Include>()
  expectTypeOf<readonly 'tags'[]>().not.toExtend<Include>()
})

it('what an operation requires cannot be left out', () => {
  expectTypeOf<Input<'recorder', 'patch', '/files/:id'>['param']>().toEqualTypeOf<{ id: string }>()
  expectTypeOf<Input<'recorder', 'patch', '/files/:id'>['json']>().toEqualTypeOf<{ filename: string }>()
  expectTypeOf<{ param: { id: string } }>().not.toExtend<Input<'recorder', 'patch', '/files/:id'>>()
  expectTypeOf<Input<'recorder', 'get', '/search'>['query']['query']>().toEqualTypeOf<string>()
  expectTypeOf<NonNullable<Input<'workspace', 'post', '/bulk-delete'>['header']>>().toEqualTypeOf<{
    'X-Workspace-Token'?: string | undefined
  }>()
  expectTypeOf<Record<never, never>>().toExtend<Input<'recorder', 'get', '/files'>>()
})

it('a listing returns items of the type in its pages', () => {
  const rows = () => latchkey.shop.listFlattenedOrders({ pageIndex: 0, pageSize: 10 })
  expectTypeOf<AsyncItem<ReturnType<typeof rows>>>().toEqualTypeOf<
    Answer<'shop', 'post', '/flattened-orders'>['result']['rows'][number]
  >()
})

type AsyncItem<Items> = Items extends AsyncIterable<infer Item> ? Item : never
