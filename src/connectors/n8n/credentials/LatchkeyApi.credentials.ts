import type { IAuthenticateGeneric, ICredentialTestRequest, ICredentialType, INodeProperties } from 'n8n-workflow'

const WRONG_ADDRESS = 'There is no Latchkey at this address. Use the address of the management app, without a path.'

/** The messages of the gateway about a refused key. A rule can only show a text that is written here. */
const REFUSALS = [
  'X-API-KEY is not valid',
  'X-API-KEY is not valid: send only the key, without "Bearer" or quotes',
  'X-API-KEY is not valid: it is mistyped or cut off, a named key has 52 characters',
  'X-API-KEY is disabled: ask the owner of this gateway',
  'X-API-KEY has expired',
]

const whenBody = (key: string, value: unknown, message: string) =>
  ({ type: 'responseSuccessBody', properties: { key, value, message } }) as const

export class LatchkeyApi implements ICredentialType {
  name = 'latchkeyApi'
  displayName = 'Latchkey API'
  icon = { light: 'file:../icons/latchkey.svg', dark: 'file:../icons/latchkey.dark.svg' } as const
  /** The build writes the homepage here, because the linter of n8n wants it as a text. */
  documentationUrl = ''
  properties: INodeProperties[] = [
    {
      displayName: 'Address',
      name: 'baseUrl',
      type: 'string',
      default: '',
      placeholder: 'https://latchkey.example.workers.dev',
      required: true,
      description: 'The address of your Latchkey deployment',
    },
    {
      displayName: 'API Key',
      name: 'apiKey',
      type: 'string',
      typeOptions: { password: true },
      default: '',
      required: true,
      description: 'A key from the page API Keys of the management app. Triggers need one without "Ask me first".',
    },
  ]
  authenticate: IAuthenticateGeneric = {
    type: 'generic',
    properties: { headers: { 'X-API-KEY': '={{$credentials.apiKey}}' } },
  }
  // The doctor responds with 503 when an account needs attention. The key is right then, too.
  // n8n applies rules of type responseCode only to errors that it throws, so every rule is about the body.
  test: ICredentialTestRequest = {
    request: {
      baseURL: '={{$credentials.baseUrl.trim().replace(/(\\/api\\/v1)?\\/?$/, "")}}',
      url: '/api/v1/doctor',
      ignoreHttpStatusErrors: true,
    },
    rules: [
      ...REFUSALS.map((sentence) => whenBody('error', sentence, sentence)),
      whenBody('code', 'invalid_key', 'The API key is wrong.'),
      whenBody('code', 'too_many_requests', 'Too many requests. Try again in a minute.'),
      whenBody('code', 'setting_missing', 'A setting of the deployment is missing.'),
      whenBody('accounts', undefined, WRONG_ADDRESS),
    ],
  }
}
