const { send } = require('./lib/request')

/** A deployment and a key of it. */
module.exports = {
  type: 'custom',
  fields: [
    {
      key: 'base_url',
      label: 'Address',
      helpText: 'The address of your Latchkey deployment, such as `https://latchkey.example.workers.dev`.',
      required: true,
      type: 'string',
    },
    {
      key: 'api_key',
      label: 'API Key',
      helpText:
        'Create one in the management app of your deployment, under API keys. Triggers need one without "Ask me first".',
      required: true,
      type: 'password',
    },
  ],
  // 502: the key is right, and an account needs attention.
  test: async (z, bundle) => (await send(z, bundle, { method: 'GET', path: '/api/v1/doctor', accepts: 502 })) ?? {},
  connectionLabel: '{{bundle.authData.base_url}}',
}
