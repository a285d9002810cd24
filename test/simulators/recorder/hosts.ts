/** Where an account's data lives. `us` is the global host as well (facts 1). */
export type Region = 'us' | 'euc1' | 'apne1' | 'apse1' | 'cn'

interface RegionHosts {
  /** The `region` claim of a token starts with it. */
  claim: string
  api: string
  /** Transcripts, summaries and images (facts 7). */
  content: string
  audio: string
}

const bucket = (name: string) => `${name}.s3.amazonaws.com`

export const REGIONS: Record<Region, RegionHosts> = {
  us: {
    claim: 'aws:us-',
    api: 'api.plaud.ai',
    content: bucket('prod-plaud-content-storage'),
    audio: bucket('plaud-bucket'),
  },
  euc1: {
    claim: 'aws:eu-central-1',
    api: 'api-euc1.plaud.ai',
    content: bucket('euc1-prod-plaud-content-storage'),
    audio: bucket('euc1-prod-plaud-bucket'),
  },
  apne1: {
    claim: 'aws:ap-northeast-1',
    api: 'api-apne1.plaud.ai',
    content: bucket('apne1-prod-plaud-content-storage'),
    audio: bucket('apne1-prod-plaud-bucket'),
  },
  apse1: {
    claim: 'aws:ap-southeast-1',
    api: 'api-apse1.plaud.ai',
    content: bucket('apse1-prod-plaud-content-storage'),
    audio: bucket('apse1-prod-plaud-bucket'),
  },
  cn: {
    claim: 'aws:cn-',
    api: 'api.plaud.cn',
    content: bucket('cnn1-prod-plaud-content-storage'),
    audio: bucket('cnn1-prod-plaud-bucket'),
  },
}

export const REGION_NAMES: readonly Region[] = ['us', 'euc1', 'apne1', 'apse1', 'cn']

/** The purpose of a product's host. */
interface Place {
  kind: 'api' | 'content' | 'audio'
  region: Region
}

export function parsePlace(host: string): Place | undefined {
  for (const region of REGION_NAMES) {
    const { api, content, audio } = REGIONS[region]
    if (host === api) return { kind: 'api', region }
    if (host === content) return { kind: 'content', region }
    if (host === audio) return { kind: 'audio', region }
  }
  return host === 'resource.plaud.ai' ? { kind: 'audio', region: 'us' } : undefined
}

export const regionOfClaim = (claim: string): Region | undefined =>
  REGION_NAMES.find((region) => claim.startsWith(REGIONS[region].claim))

/**
 * True for every host under the product's names, so that a call to one that does not exist is recorded as unexpected.
 */
export const answersFor = (host: string): boolean =>
  parsePlace(host) !== undefined || /^([a-z0-9-]+\.)*plaud\.(ai|cn)$/.test(host)
