import { expect, it } from 'vitest'
import { withDirection, withQuotation, withSubject } from '../../../src/pages/text/particles.ts'

it.each([
  ['쿠팡', '쿠팡이', '쿠팡으로', '쿠팡이라는'],
  ['쿠팡 윙(판매자)', '쿠팡 윙(판매자)이', '쿠팡 윙(판매자)으로', '쿠팡 윙(판매자)이라는'],
  ['노트', '노트가', '노트로', '노트라는'],
  ['서울', '서울이', '서울로', '서울이라는'],
  ['"내 아이폰"', '"내 아이폰"이', '"내 아이폰"으로', '"내 아이폰"이라는'],
  ['Plaud', 'Plaud가', 'Plaud로', 'Plaud라는'],
  ['Notion', 'Notion이', 'Notion으로', 'Notion이라는'],
  ['Slack', 'Slack이', 'Slack으로', 'Slack이라는'],
  ['localhost', 'localhost가', 'localhost로', 'localhost라는'],
  ['localhost:8787', 'localhost:8787이', 'localhost:8787로', 'localhost:8787이라는'],
  ['gw.example.com', 'gw.example.com이', 'gw.example.com으로', 'gw.example.com이라는'],
  ['claude.ai', 'claude.ai가', 'claude.ai로', 'claude.ai라는'],
  ['shop.example.kr', 'shop.example.kr이', 'shop.example.kr로', 'shop.example.kr이라는'],
  ['400', '400이', '400으로', '400이라는'],
  ['502', '502가', '502로', '502라는'],
  ['503', '503이', '503으로', '503이라는'],
  ['`limt`', '`limt`가', '`limt`로', '`limt`라는'],
  ['`limit`', '`limit`이', '`limit`으로', '`limit`이라는'],
  ['ChatGPT', 'ChatGPT가', 'ChatGPT로', 'ChatGPT라는'],
  ['', '가', '로', '라는'],
])('particles follow the sound of %s', (word, subject, direction, quotation) => {
  expect([withSubject(word), withDirection(word), withQuotation(word)]).toEqual([subject, direction, quotation])
})
