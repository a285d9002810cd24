import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { markupText } from '../../../src/groups/notes/transcript.ts'
import { anyText } from '../../support/any-text.ts'

const MARKS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string) => text.replace(/[&<>"']/g, (mark) => MARKS[mark] ?? mark)
const joined = (text: string) => text.replace(/\s+/g, ' ').trim()

describe('notes facts 3: transcripts are HTML-ish', () => {
  it.each([
    ['<p><b>Ann</b>: yes</p>', 'Ann: yes'],
    ['one<br>two<br/>three<BR />four', 'one\ntwo\nthree\nfour'],
    ['<p>one</p><p>two</p>', 'one\ntwo'],
    ['one<div class="a > b">two</div>three', 'one\ntwo\nthree'],
    ['<ul><li>a</li><li>b</li></ul>', 'a\nb'],
    ['<table><tr><td>a</td><td>b</td></tr></table>', 'a\nb'],
    ['un<mark>bro</mark>ken', 'unbroken'],
    ['  a \n\t b  ', 'a b'],
    ['a<!-- <p>not said</p> -->b', 'ab'],
    ['p95 < 300 ms & x <3', 'p95 < 300 ms & x <3'],
    ['&lt;p&gt; is a tag', '<p> is a tag'],
    ['&amp;lt; is read once', '&lt; is read once'],
    ['&#39;&#x27;&apos;&quot;&nbsp;&#44032;&#x1F44D;', `'''" 가👍`],
    ['&unknown; &#0; &#x110000; &', '&unknown; &#0; &#x110000; &'],
    ['<p></p><p> </p>', ''],
    ['', ''],
  ])('%j reads %j', (markup, text) => expect(markupText(markup)).toBe(text))

  it('gives back any text that was escaped into a paragraph', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(markupText(`<p>${escaped(text)}</p>`)).toBe(joined(text))
      }),
    )
  })

  it('never throws, and leaves no trailing space and no empty line', () => {
    const piece = fc.constantFrom(
      '<p>',
      '</p>',
      '<br/>',
      '<a href="x">',
      '<!--',
      '-->',
      '&amp;',
      '&#x41;',
      ' ',
      '\n',
      '"',
    )
    const markup = fc.array(fc.oneof(piece, anyText())).map((parts) => parts.join(''))
    fc.assert(
      fc.property(markup, (text) => {
        for (const line of markupText(text).split('\n')) expect(line).toBe(line.trim())
        expect(markupText(text)).not.toMatch(/\n\n/)
      }),
    )
  })
})
