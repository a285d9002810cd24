import { describe, expect, it } from 'vitest'
import { parsePaste } from '../../../src/pages/paste/parse.ts'

const session = (text: string) => parsePaste('shop-consumer', text, 0)

const COOKIE = 'sid=abc123; X-CP-L="a b"; token=x%7By==; price=5$'

const BASH = `curl 'https://mc.coupang.com/ssr/api/myorders/model/page?requestYear=0' \\
  -H 'accept: application/json' \\
  -H 'user-agent: It'\\''s me' \\
  -b '${COOKIE}' \\
  -H 'priority: u=1, i'`

const DOLLAR = `curl 'https://mc.coupang.com/ssr' -H $'cookie: sid=abc123; X-CP-L="a b"; token=x%7By==; price=5$' --compressed`

const HEADER = `curl 'https://mc.coupang.com/ssr' --compressed -H 'User-Agent: Mozilla/5.0' -H 'Cookie: ${COOKIE}'`

const CMD = String.raw`curl ^"https://mc.coupang.com/ssr/api/myorders?requestYear=0^&pageIndex=0^" ^
  -H ^"accept: */*^" ^
  -b ^"sid=abc123; X-CP-L=^\^"a b^\^"; token=x^%^7By==; price=5^$^" ^
  -H ^"sec-ch-ua: ^\^"Chromium^\^";v=^\^"140^\^"^"`

const POWERSHELL = `$session = New-Object Microsoft.PowerShell.Commands.WebRequestSession
$session.UserAgent = "Mozilla/5.0"
$session.Cookies.Add((New-Object System.Net.Cookie("sid", "abc123", "/", ".coupang.com")))
$session.Cookies.Add((New-Object System.Net.Cookie("X-CP-L", "\`"a b\`"", "/", ".coupang.com")))
$session.Cookies.Add((New-Object System.Net.Cookie("token", "x%7By==", "/", "mc.coupang.com")))
$session.Cookies.Add((New-Object System.Net.Cookie("price", "5\`$", "/", "mc.coupang.com")))
Invoke-WebRequest -UseBasicParsing -Uri "https://mc.coupang.com/ssr" \`
-WebSession $session \`
-Headers @{
"accept"="*/*"
}`

describe('a copied request', () => {
  it.each([
    ['for bash', BASH, 'curl'],
    ['for bash, with $', DOLLAR, 'curl'],
    ['with a header', HEADER, 'curl'],
    ['for cmd', CMD, 'curl'],
    ['for cmd with line ends of Windows', CMD.replaceAll('\n', '\r\n'), 'curl'],
    ['for PowerShell', POWERSHELL, 'powershell'],
  ])('%s gives the whole Cookie header and nothing else', (_, text, form) => {
    expect(session(text)).toEqual({
      values: { session: COOKIE },
      notes: [
        { type: 'request', form },
        { type: 'cookies', count: 4 },
      ],
    })
  })

  it('without cookies says so', () => {
    const { values, notes } = session("curl 'https://mc.coupang.com/ssr' -H 'accept: */*'")
    expect(values).toEqual({})
    expect(notes).toContainEqual({ type: 'no_cookie' })
  })

  it('to another site is reported', () => {
    expect(session("curl 'https://example.com/' -b 'a=b'")).toEqual({
      values: {},
      notes: [{ type: 'other_host', host: 'example.com' }],
    })
  })
})

describe('what is no request', () => {
  it.each([
    ['the bare value', 'sid=abc; b=c'],
    ['the value in quotes', '"sid=abc; b=c"'],
    ['the value in two lines', 'sid=abc;\n b=c'],
    ['a line of headers', 'Host: mc.coupang.com\nCookie: sid=abc; b=c\nAccept: */*'],
    ...[
      '쿠키',
      '쿠키 값',
      '2. 쿠키(Cookie)',
      'Cookie value',
      '■ Cookie',
      'Cookies',
      '세션',
      'Request Cookie header',
    ].flatMap((label) =>
      [`${label}: sid=abc; b=c`, `${label} ：sid=abc; b=c`, `${label}\nsid=abc; b=c`].map((line) => [line, line]),
    ),
    ['the name above the value', 'accept\n*/*\ncookie\nsid=abc; b=c\npriority\nu=1'],
    ['fetch for Node', 'fetch("https://mc.coupang.com/", {"headers": {"accept": "*/*", "cookie": "sid=abc; b=c"}});'],
    ['an export as JSON', '[{"name":"sid","value":"abc","domain":".coupang.com"},{"name":"b","value":"c"}]'],
    ['rows of the table of cookies', 'sid\tabc\t.coupang.com\t/\t2026\nb\tc\t.coupang.com\t/'],
  ])('%s is understood', (_, text) => {
    expect(session(text)).toEqual({ values: { session: 'sid=abc; b=c' }, notes: [{ type: 'cookies', count: 2 }] })
  })

  it.each([
    ['headers', 'Host: www.naver.com\nCookie: NID_AUT=secret; b=c', 'www.naver.com'],
    ['headers of a panel', ':authority\nwww.naver.com\ncookie\nNID_AUT=secret', 'www.naver.com'],
    ['fetch for Node', 'fetch("https://www.naver.com/", {"headers": {"cookie": "NID_AUT=secret"}});', 'www.naver.com'],
    [
      'an export',
      '[{"name":"sid","value":"a","domain":".coupang.com"},{"name":"NID","value":"b","domain":".naver.com"}]',
      'naver.com',
    ],
    ['a table', 'NID_AUT\tsecret\t.naver.com\t/\t2026', 'naver.com'],
    ['a table of a look-alike', 'sid\ta\tnotcoupang.com\t/\t2026', 'notcoupang.com'],
  ])('cookies of another site are refused: %s', (_, text, host) => {
    expect(session(text)).toEqual({ values: {}, notes: [{ type: 'other_host', host }] })
  })

  it.each(['', 'hello', '{"a": 1}'])('%j is nothing', (text) => {
    expect(session(text)).toEqual({ values: {}, notes: [{ type: 'nothing' }] })
  })
})
