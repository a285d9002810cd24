import { badGateway } from '../../base/errors.ts'

export const GLOBAL_ORIGIN = 'https://api.plaud.ai'

/** Data hosts by the region claim of a token. */
const REGION_ORIGINS: Record<string, string> = {
  'aws:eu-central-1': 'https://api-euc1.plaud.ai',
  'aws:ap-northeast-1': 'https://api-apne1.plaud.ai',
  'aws:ap-southeast-1': 'https://api-apse1.plaud.ai',
}

const API_HOST = /^([a-z0-9-]+\.)*plaud\.(ai|cn)$/
/**
 * Content and audio buckets, in every form of an S3 URL. The names are fixed, because
 * anybody may create a bucket with another name, and these names in a partition of S3 where the product has none.
 */
const STORAGE_HOSTS = [
  /^(plaud-bucket|(usw2|euc1|apne1|apse1)-prod-plaud-(bucket|content-storage))\.s3(-accelerate(\.dualstack)?|(\.dualstack\.|[.-])(us-(east|west)-[12]|eu-central-1|ap-(north|south)east-1))?\.amazonaws\.com$/,
  /^cnn1-prod-plaud-(bucket|content-storage)\.s3(\.dualstack\.|[.-])cn-north-1\.amazonaws\.com\.cn$/,
]

export const isRecorderHost = (host: string) =>
  API_HOST.test(host) || STORAGE_HOSTS.some((storage) => storage.test(host))

/** The origin of a region. Undefined for an unknown region. */
export const knownOrigin = (region: string | undefined): string | undefined =>
  region?.startsWith('aws:us-') ? GLOBAL_ORIGIN : REGION_ORIGINS[region ?? '']

export const originOfRegion = (region: string | undefined): string => knownOrigin(region) ?? GLOBAL_ORIGIN

/**
 * The origin in a wrong-region response, with or without its scheme. Throws 502 for anything but the product's own API
 * over https, because a token would be sent there.
 */
export function redirectedOrigin(named: unknown): string {
  const text = typeof named === 'string' ? named : ''
  const address = /^[a-z]+:\/\//i.test(text) ? text : `https://${text}`
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url?.protocol !== 'https:' || url.port || url.username || !API_HOST.test(url.hostname)) {
    throw badGateway('the recorder service pointed to an address that is not its own', 'foreign address')
  }
  return url.origin
}
