import { expectTypeOf, it } from 'vitest'
import type { Group, Method, PathOf } from '../../src/client/groups.ts'
import { type Answer, createClient, type Input } from '../../src/client/index.ts'

/**
 * Checked by the compiler: what is wrong in here fails `npm run typecheck`. That a wrong call does not compile in
 * somebody's project is proved by test/node/client-projects.test.ts.
 */
const latchkey = createClient({ baseUrl: 'https://latchkey.test', apiKey: 'test-key' })

type Untyped<In extends Group> = {
  [By in Method]: {
    [Path in PathOf<In, By>]: IsLost<Input<In, By, Path>> | IsLost<Answer<In, By, Path>> extends false
      ? never
      : `${By} ${Path & string}`
  }[PathOf<In, By>]
}[Method]
type IsLost<Type> = unknown extends Type ? true : [Type] extends [never] ? true : false

it('no route of a group has lost the types of its declaration', () => {
  expectTypeOf<{ [In in Group]: Untyped<In> }[Group]>().toBeNever()
})

it('the routers that a group is made of are all there, by their paths below the group', () => {
  expectTypeOf<'/files' | '/tags' | '/ai/status' | '/files/:id/tabs/content'>().toExtend<PathOf<'recorder', 'get'>>()
  expectTypeOf<PathOf<'recorder', 'delete'>>().toEqualTypeOf<'/tags/:id'>()
  expectTypeOf<PathOf<'notes', 'patch'>>().toEqualTypeOf<'/webhooks/:id'>()
  expectTypeOf<'/data-source/:data_source_id/query' | '/search' | '/files'>().toExtend<PathOf<'workspaceV2', 'post'>>()
  expectTypeOf<'/data-source/:data_source_id/upsert' | '/pages/:page_id/markdown'>().toExtend<
    PathOf<'workspaceV2', 'post'>
  >()
  expectTypeOf<PathOf<'video', 'post'>>().toEqualTypeOf<'/transcript/v2' | '/languages' | '/metadata'>()
})

it('a group has the methods that its routes have', () => {
  type MethodOf<In extends 'shop' | 'social'> = Exclude<keyof (typeof latchkey)[In], `each${string}`>
  expectTypeOf<MethodOf<'shop'>>().toEqualTypeOf<'post'>()
  expectTypeOf<MethodOf<'social'>>().toEqualTypeOf<'get' | 'post' | 'delete'>()
})

it('an answer has the fields of its schema and no others', () => {
  const files = () => latchkey.recorder.get('/files')
  expectTypeOf(files).returns.resolves.toEqualTypeOf<Answer<'recorder', 'get', '/files'>>()
  expectTypeOf<Answer<'recorder', 'get', '/files'>>().not.toHaveProperty('files')
  expectTypeOf<Answer<'recorder', 'get', '/files'>['data_file_list'][number]['start_time']>().toEqualTypeOf<
    number | null
  >()
  expectTypeOf<Answer<'recorder', 'get', '/files/:id/transcript'>['text']>().toEqualTypeOf<string | undefined>()
  expectTypeOf<Answer<'recorder', 'get', '/config'>>().toEqualTypeOf<{ [name: string]: unknown }>()
  expectTypeOf<Answer<'video', 'post', '/metadata'>['video']['view_count']>().toEqualTypeOf<number | null>()
  expectTypeOf<Answer<'recorder', 'patch', '/files/:id'>>().toBeVoid()
})

it('a query takes its text, or the value that the gateway reads it as', () => {
  type Query = NonNullable<Input<'recorder', 'get', '/files'>['query']>
  expectTypeOf<Query['limit']>().toEqualTypeOf<string | number | undefined>()
  expectTypeOf<Query['is_desc']>().toEqualTypeOf<string | boolean | undefined>()
  expectTypeOf<Query['is_trash']>().toEqualTypeOf<'0' | '1' | '2' | 0 | 1 | 2 | undefined>()
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
  expectTypeOf<Input<'workspace', 'post', '/bulk-delete'>['header']>().toEqualTypeOf<{ 'X-Workspace-Token': string }>()
  expectTypeOf<Record<never, never>>().toExtend<Input<'recorder', 'get', '/files'>>()
})

it('a listing gives items of the type that its pages hold', () => {
  expectTypeOf(latchkey.recorder.eachFile).returns.toEqualTypeOf<
    AsyncGenerator<Answer<'recorder', 'get', '/files'>['data_file_list'][number], void, undefined>
  >()
  expectTypeOf(latchkey.shop.eachFlattenedOrder).returns.toEqualTypeOf<
    AsyncGenerator<Answer<'shop', 'post', '/flattened-orders'>['result']['rows'][number], void, undefined>
  >()
  expectTypeOf(latchkey.shop.eachOrder).parameters.toEqualTypeOf<[input: Input<'shop', 'post', '/orders'>]>()
})
