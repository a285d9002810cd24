const { version: platformVersion } = require('zapier-platform-core')
const authentication = require('./authentication')
const { creates, dropdowns, searches } = require('./lib/actions')
const triggers = require('./lib/triggers')
const { version } = require('./package.json')

/** The integration. The names of actions are in the JSON files. Their forms are read from the deployment. */
module.exports = {
  version,
  platformVersion,
  authentication,
  triggers: { ...triggers, ...dropdowns },
  creates,
  searches,
}
