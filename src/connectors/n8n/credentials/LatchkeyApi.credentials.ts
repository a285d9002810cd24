import type { IAuthenticateGeneric, ICredentialTestRequest, ICredentialType, INodeProperties } from 'n8n-workflow'

const WRONG_ADDRESS = 'There is no Latchkey at this address. Use the address of the management app, without a path.'

export class LatchkeyApi implements ICredentialType {
  name = 'latchkeyApi'
  displayName = 'Latchkey API'
  icon = { light: 'file:../icons/latchkey.svg', dark: 'file:../icons/latchkey.dark.svg' } as const
  documentationUrl = 'https://github.com/OWNER/latchkey/blob/main/docs/connectors.md'
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
      description: 'A key from the page Keys of the management app',
    },
  ]
  authenticate: IAuthenticateGeneric = {
    type: 'generic',
    properties: { headers: { 'X-API-KEY': '={{$credentials.apiKey}}' } },
  }
  // The doctor responds with 503 when an account needs attention. The key is right then, too.
  test: ICredentialTestRequest = {
    request: { baseURL: '={{$credentials.baseUrl}}', url: '/api/v1/doctor', ignoreHttpStatusErrors: true },
    rules: [
      { type: 'responseCode', properties: { value: 401, message: 'The API key is wrong or expired.' } },
      { type: 'responseCode', properties: { value: 403, message: WRONG_ADDRESS } },
      { type: 'responseCode', properties: { value: 404, message: WRONG_ADDRESS } },
      { type: 'responseCode', properties: { value: 429, message: 'Too many requests. Try again in a minute.' } },
      { type: 'responseCode', properties: { value: 500, message: 'A setting of the deployment is missing.' } },
    ],
  }
}
