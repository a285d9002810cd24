const { ask } = require('../lib/client')

/** What the editor sends instead of a stored password. */
const STORED = '__PWRD__'

module.exports = (RED) => {
  function LatchkeyDeployment(config) {
    RED.nodes.createNode(this, config)
    this.address = config.address
    this.key = this.credentials?.key
  }

  RED.nodes.registerType('latchkey-deployment', LatchkeyDeployment, { credentials: { key: { type: 'password' } } })

  /** Asks the deployment whether the address and the key in the dialog work. */
  RED.httpAdmin.post('/latchkey/test', RED.auth.needsPermission('flows.write'), async ({ body }, response) => {
    const { id, address, key } = body
    const stored = RED.nodes.getCredentials(id)?.key
    const deployment = { address, key: key === STORED ? stored : key }
    try {
      // 502 and 503: the key is right, and an account needs attention.
      const { status } = await ask(deployment, { method: 'GET', path: '/api/v1/doctor', accepts: [502, 503] })
      response.json({ works: true, needsAttention: status >= 500 })
    } catch (error) {
      response.json({ works: false, message: error.message })
    }
  })
}
