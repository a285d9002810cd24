import { type CopiedRequest, getHost } from './curl.ts'

const TEXT = '"((?:[^"`]|`.)*)"'
const COOKIE = new RegExp(String.raw`Net\.Cookie\(\s*"([^"]*)"\s*,\s*${TEXT}`, 'gs')
const HEADER = new RegExp(String.raw`"cookie"\s*=\s*${TEXT}`, 'is')
const ADDRESS = new RegExp(String.raw`-Uri\s+${TEXT}`, 'is')

/** Parses a request that was copied from a browser "as PowerShell". Undefined for any other text. */
export function requestOfPowerShell(text: string): CopiedRequest | undefined {
  if (!/Invoke-(?:WebRequest|RestMethod)|WebRequestSession/i.test(text)) return undefined
  const cookies = [...text.matchAll(COOKIE)].map(([, name = '', value = '']) => `${plain(name)}=${plain(value)}`)
  const header = HEADER.exec(text)?.[1]
  const address = ADDRESS.exec(text)?.[1]
  return {
    cookie: cookies.length > 0 ? cookies.join('; ') : header && plain(header),
    host: address && getHost(plain(address)),
  }
}

/** A backtick escapes the next character. */
const plain = (text: string) => text.replaceAll(/`(.)/gs, '$1')
