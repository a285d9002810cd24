import { describe, expect, it } from 'vitest'
import { publicAddress } from '../../src/base/url.ts'

const ADDRESS = 'must be an https address, such as https://cdn.example.com/plan.pdf'
const LOGIN = 'must hold no user name and no password'
const PORT = 'must have no port'
const HOST = 'must name a host on the public internet'

describe('a public URL', () => {
  it('is taken as it is read', () => {
    for (const [text, href] of [
      ['https://cdn.example.com/plan.pdf', 'https://cdn.example.com/plan.pdf'],
      ['HTTPS://CDN.example.com:443/a%20b.pdf?sig=a%2Fb#page=2', 'https://cdn.example.com/a%20b.pdf?sig=a%2Fb'],
      ['https://파일.example/계획.pdf', 'https://xn--pu5bl5s.example/%EA%B3%84%ED%9A%8D.pdf'],
      ['https://cdn.example.com/@me', 'https://cdn.example.com/@me'],
      ['https://168.63.129.17/x', 'https://168.63.129.17/x'],
      ['https://8.8.8.8/x', 'https://8.8.8.8/x'],
      ['https://172.32.0.1/x', 'https://172.32.0.1/x'],
      ['https://[2606:4700::1111]/x', 'https://[2606:4700::1111]/x'],
      ['https://localhost.example.com/', 'https://localhost.example.com/'],
    ] as const)
      expect.soft(publicAddress(text), String(text)).toEqual({ href })
  })
})

describe('anything else', () => {
  it('is taken as it is read', () => {
    for (const [error, texts] of [
      [
        ADDRESS,
        [
          '',
          'plan.pdf',
          'http://cdn.example.com/',
          'ftp://cdn.example.com/',
          'file:///etc/passwd',
          'data:text/plain,a',
          '//cdn.example.com/',
          'https:cdn.example.com',
          'https:/cdn.example.com/',
          'https:///cdn.example.com/',
          'https://cdn.example.com\\@localhost/',
          'https://cdn.example.com/a b',
          'https://local\thost/',
          'https://cdn.example.com\n/',
          'https://',
          'https://?x',
        ],
      ],
      [
        LOGIN,
        [
          'https://me@cdn.example.com/',
          'https://me:pw@cdn.example.com/',
          'https://@cdn.example.com/',
          'https://:@a.example/',
        ],
      ],
      [PORT, ['https://cdn.example.com:8443/', 'https://cdn.example.com:80/', 'https://127.0.0.1:1/']],
      [
        HOST,
        [
          'https://localhost/',
          'https://kubernetes.default.svc/',
          'https://web.service.consul/',
          'https://168.63.129.16/',
          'https://LOCALHOST./',
          'https://a.localhost/',
          'https://%6cocalhost/',
          'https://ｌocalhost/',
          'https://intranet/',
          'https://nas.local/',
          'https://metadata.google.internal/',
          'https://printer.home.arpa/',
          'https://0.0.0.0/',
          'https://10.1.2.3/',
          'https://100.64.0.1/',
          'https://127.0.0.1/',
          'https://127.1/',
          'https://0x7f.1/',
          'https://2130706433/',
          'https://0177.0.0.1/',
          'https://１２７.0.0.1/',
          'https://127.0.0.1./',
          'https://169.254.169.254/latest/meta-data',
          'https://172.16.0.1/',
          'https://172.31.255.255/',
          'https://192.168.0.1/',
          'https://198.19.255.255/',
          'https://224.0.0.1/',
          'https://255.255.255.255/',
          'https://[::]/',
          'https://[::1]/',
          'https://[::ffff:127.0.0.1]/',
          'https://[64:ff9b::7f00:1]/',
          'https://[fc00::1]/',
          'https://[fd12:3456::1]/',
          'https://[fe80::1]/',
          'https://[ff02::1]/',
          'https://[2001::1]/',
          'https://[2001:db8::1]/',
          'https://[2002:7f00:1::]/',
        ],
      ],
    ] as [string, readonly string[]][])
      expect
        .soft(
          texts.map((text) => [text, publicAddress(text)]),
          String(error),
        )
        .toEqual(texts.map((text) => [text, { error }]))
  })
})
