import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { linkImages } from '../../../src/groups/recorder/content.ts'
import { note, readyRecording } from '../../simulators/recorder/index.ts'
import { connected, leaveNothingBehind } from './connected.ts'

leaveNothingBehind()

const PATH = 'permanent/me/summary_poster/ab12.png'
const SIGNED = 'https://signed.example.test/ab12.png?X-Amz-Signature=1'

it('GET /recorder/files/{id}/summary: relative images lead to signed links', async () => {
  const recorded = readyRecording({ notes: [note(`# Poster\n\n![a poster](${PATH})`)], images: [PATH] })
  const { get, plaud } = connected({ recordings: [recorded] })
  const { json } = await get(`/files/${recorded.id}/summary`)
  const [image] = json.images
  expect(json.images).toEqual([{ path: PATH, url: expect.stringMatching(/^https:\/\/prod-plaud-content-storage\./) }])
  expect(json.markdown).toBe(`# Poster\n\n![a poster](${image.url})`)
  expect((await plaud.fetch(new Request(image.url))).status).toBe(200)
})

it('GET /recorder/files/{id}/summary: an image without an entry stays relative', async () => {
  const recorded = readyRecording({ notes: [note(`![a poster](${PATH})`)], images: [] })
  const { json } = await connected({ recordings: [recorded] }).get(`/files/${recorded.id}/summary`)
  expect(json).toMatchObject({ markdown: `![a poster](${PATH})`, images: [] })
})

it('a target is looked up in every form', () => {
  for (const [what, target, key] of [
    ['as it is', PATH, PATH],
    ['with a leading slash', `/${PATH}`, PATH],
    ['encoded', 'mark/%EB%A7%A4%EC%B6%9C%20%ED%91%9C.png', 'mark/매출 표.png'],
    ['encoded and with a leading slash', '/mark/a%20b.png', 'mark/a b.png'],
    ['in angle brackets', `<${PATH}>`, PATH],
    ['in angle brackets, with blanks', '<mark/a b.png>', 'mark/a b.png'],
  ] as const) {
    const { markdown, images } = linkImages(`before ![alt](${target}) after`, { [key]: SIGNED })
    expect.soft(markdown, what).toBe(`before ![alt](${SIGNED}) after`)
    expect.soft(images, what).toEqual([{ path: target.replace(/^<|>$/g, ''), url: SIGNED }])
  }
})

it('a title behind the target stays', () => {
  expect(linkImages(`![alt](${PATH} "A poster")`, { [PATH]: SIGNED }).markdown).toBe(`![alt](${SIGNED} "A poster")`)
})

it('an image that occurs twice is linked twice and listed once', () => {
  const { markdown, images } = linkImages(`![a](${PATH}) ![b](${PATH})`, { [PATH]: SIGNED })
  expect(markdown).toBe(`![a](${SIGNED}) ![b](${SIGNED})`)
  expect(images).toHaveLength(1)
})

it('what is no image of the product stays as it is', () => {
  for (const markdown of [
    '![a](https://example.test/a.png)',
    '![a](http://example.test/a.png)',
    '![a](data:image/png;base64,AAAA)',
    '![a](//example.test/a.png)',
    '![a](#part)',
    '[a link](permanent/me/summary_poster/ab12.png)',
  ]) {
    const mapping = { 'https://example.test/a.png': SIGNED, [PATH]: SIGNED, '#part': SIGNED }
    expect.soft(linkImages(markdown, mapping), String(markdown)).toEqual({ markdown, images: [] })
  }
})

it.each(['http://example.test/a.png', 'javascript:alert(1)', ''])(
  'an entry that is no https link is not used: "%s"',
  (url) => {
    expect(linkImages(`![a](${PATH})`, { [PATH]: url })).toEqual({ markdown: `![a](${PATH})`, images: [] })
  },
)

it('a name that objects inherit is no entry', () => {
  expect(linkImages('![a](constructor)', {})).toEqual({ markdown: '![a](constructor)', images: [] })
})

it('any text without entries comes back as it is', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('!', '[', ']', '(', ')', '<', '>', '%', '/', 'a', ' ', '\n') }),
      (text) => {
        expect(linkImages(text, {})).toEqual({ markdown: text, images: [] })
      },
    ),
  )
})

it('what is repeated 50,000 times comes back as it is', () => {
  for (const piece of ['![](', '![', '![a](<', '![a]( ', '![](<a ']) {
    const markdown = piece.repeat(50_000)
    expect.soft(linkImages(markdown, { [PATH]: SIGNED }), String(piece)).toEqual({ markdown, images: [] })
    expect.soft(linkImages(`${markdown})`, { [PATH]: SIGNED }).images, String(piece)).toEqual([])
  }
})

it('a link cannot end its target: such characters are percent-encoded', () => {
  const url = 'https://signed.example.test/a.png) [click](https://evil.example.test'
  const { markdown, images } = linkImages(`![a](${PATH})`, { [PATH]: url })
  expect(markdown).toBe('![a](https://signed.example.test/a.png%29%20[click]%28https://evil.example.test)')
  expect(images).toEqual([{ path: PATH, url }])
})
