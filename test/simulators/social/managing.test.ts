import { describe, expect, test } from 'vitest'
import { asking, getCode, getData, getId } from './asking.ts'

type Product = ReturnType<typeof asking>

const getMedia = ({ threads }: Product, text: string) => {
  const found = [...threads.state.media.values()].find((media) => media.text?.startsWith(text))
  if (!found) throw new Error(`nothing begins with ${text}`)
  return found
}

describe('a repost', () => {
  test('is a separate post, which contains the other', async () => {
    const product = asking()
    const other = getMedia(product, '동네 책방 지도')
    const id = getId(await product.post(`/v1.0/${other.id}/repost`))
    const [newest] = getData(await product.get('/v1.0/me/threads', { fields: 'media_type,reposted_post', limit: '1' }))
    expect(newest).toEqual({ id, media_type: 'REPOST_FACADE', reposted_post: { id: other.id } })
    expect(product.threads.state.usage.posts).toEqual([])
  })

  test('of a repost, and of a missing post, is refused', async () => {
    const product = asking()
    const id = getId(await product.post(`/v1.0/${getMedia(product, '동네').id}/repost`))
    expect(getCode(await product.post(`/v1.0/${id}/repost`))).toBe(100)
    expect(getCode(await product.post('/v1.0/17910000000000002/repost'))).toBe(100)
  })
})

describe('hiding', () => {
  const hide = (product: Product, text: string, value = 'true') =>
    product.post(`/v1.0/${getMedia(product, text).id}/manage_reply`, { hide: value })

  test('a reply hides what is below it, and shows it again', async () => {
    const product = asking()
    expect((await hide(product, 'Which thread')).body).toEqual({ success: true })
    for (const text of ['Which thread', 'Waxed linen']) expect(getMedia(product, text).hidden).toBe(true)
    expect(getMedia(product, '실은 어디서').hidden).toBeUndefined()
    await hide(product, 'Which thread', 'false')
    for (const text of ['Which thread', 'Waxed linen']) expect(getMedia(product, text).hidden).toBe(false)
  })

  test('anything but a reply, or a deeper one, is refused', async () => {
    const product = asking()
    expect(getCode(await hide(product, '첫눈이'))).toBe(100)
    expect(getCode(await hide(product, 'Waxed linen'))).toBe(100)
    expect(getCode(await hide(product, 'Which thread', 'maybe'))).toBe(100)
  })

  test('a reply to a post of somebody else is code 10', async () => {
    const product = asking()
    const root = getMedia(product, '동네 책방 지도').id
    const reply = { media_type: 'TEXT', text: '우리도 넣어 주세요', reply_to_id: root, auto_publish_text: 'true' }
    await product.post('/v1.0/me/threads', reply)
    expect(getCode(await hide(product, '우리도'))).toBe(10)
  })
})

describe('without its permission', () => {
  const reader = (product: Product, ...scopes: Product['threads']['token']['scopes']) =>
    product.threads.state.tokens.issue('long', { value: 'reader', scopes: ['threads_basic', ...scopes] })

  test.each([
    ['POST', 'repost', 'threads_content_publish'],
    ['POST', 'manage_reply', 'threads_manage_replies'],
    ['GET', 'conversation', 'threads_read_replies'],
  ] as const)('%s %s is code 10', async (method, action, scope) => {
    const product = asking()
    const { id } = getMedia(product, method === 'POST' && action === 'manage_reply' ? 'Which thread' : '책 수선하는')
    const ask = () => product.ask(method, `/v1.0/${id}/${action}`, { access_token: 'reader', hide: 'true' })
    reader(product)
    expect(getCode(await ask())).toBe(10)
    reader(product, scope)
    expect((await ask()).status).toBe(200)
  })
})
