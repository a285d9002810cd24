const { version: platformVersion } = require('zapier-platform-core')
const authentication = require('./authentication')
const { creates, searches } = require('./lib/actions')
const dropdowns = require('./lib/dropdowns')
const triggers = require('./lib/triggers')
const { version } = require('./package.json')

/** The integration. What people see is printed from the declarations of the gateway into the JSON files. */
module.exports = {
  version,
  platformVersion,
  authentication,
  triggers: { ...triggers, ...dropdowns },
  creates,
  searches,
}
