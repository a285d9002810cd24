import { TASKS } from '../../tasks.ts'
import { isSame, toDescription } from '../../text.ts'
import type { Field } from '../fields.ts'
import type { Language } from './language.ts'
import { listTasks } from './list-tasks.ts'

export const ENGLISH: Language = {
  name: 'en-US',
  product: (group) => TASKS[group].product,
  task: ({ task }) => task,
  summary: ({ summary, task }) => (isSame(summary, task) ? '' : `${summary.replace(/\.$/, '')}.`),
  label: ({ label }) => label,
  help: toHelp,
  event: ({ product, description }) => `${product === 'Latchkey' ? '' : `${product}: `}${toDescription(description)}`,
  deployment: {
    address: 'Address',
    key: 'API key',
    test: 'Test',
    testing: 'Asking the deployment',
    works: 'The address and the key work.',
    needsAttention: 'The address and the key work. An account needs attention: open the management app.',
  },
  request: {
    label: 'latchkey request',
    deployment: 'Deployment',
    product: 'Product',
    operation: 'Task',
    name: 'Name',
    usual: 'Most wanted',
    others: 'Others',
    more: 'More fields',
    from: 'Fields from',
    fromHelp: 'An object whose values replace the fields below, by their names.',
    nothing: 'only this dialog',
    notSet: 'not set',
    yes: 'yes',
    no: 'no',
    choose: 'from the account',
    limit: 'Limit',
    limitHelp: 'How many to return at most. Empty for all.',
    output: 'Output',
    array: 'one message with an array',
    each: 'one message for each item',
    once: 'Once for',
    onceHelp: 'The same value again gets the first answer for 24 hours, and nothing is done twice.',
    ofMessage: 'this message',
    requesting: 'requesting',
    failed: 'failed',
  },
  events: {
    label: 'latchkey events',
    deployment: 'Deployment',
    name: 'Name',
    kinds: 'Events',
    delivery: 'Delivery',
    poll: 'ask for new events',
    webhook: 'at once, at a public address',
    every: 'Every',
    seconds: 'seconds',
    address: 'Address',
    addressHelp:
      'The https address at which the internet reaches this Node-RED, with the path of httpNodeRoot if there is one.',
    include: 'Include',
    transcript: 'transcript',
    summary: 'summary',
    table: 'Table ID',
    tableHelp: 'Only rows of this table in Notion.',
    waiting: 'waiting',
    subscribed: 'subscribed',
    failed: 'failed',
  },
  pages: (described) => ({
    'latchkey-deployment': `
Where Latchkey is deployed, and a key of it.

### Details

- **Address**: that of your management app, such as \`https://latchkey.example.workers.dev\`.
- **API key**: create one in the management app, under **API keys**. Node-RED stores it with its encrypted credentials.
- **Test** asks the deployment whether both work.
`,
    'latchkey-request': `
Runs a task in Plaud, Tiro, Notion, Coupang, PaySsam, YouTube or Threads.

### Inputs

Each field has a value of its own: a text, or a property of the message, the flow or the environment. **Fields from** names an
object instead, such as \`msg.payload\`. Its values replace those of the dialog. Empty fields are not sent.

### Outputs

1. \`payload\`: the answer. A list is an array, or one message for each item with \`parts\` for a join node. A file is a buffer, with
   \`filename\`.
2. \`statusCode\`: the status of the response.

### Details

A task that must not happen twice, such as a bill or a post, is sent with an \`Idempotency-Key\`. By default it comes from
\`_msgid\` and the fields: when the same message arrives again, the first answer is returned and nothing is done. Set **Once for** to
the number of your order to be safe for 24 hours with other messages as well.

### Failures

A catch node gets the sentence of the gateway in \`error.message\`: what is wrong, and what to do. \`statusCode\` is the status, and
\`latchkey\` has \`code\`, \`requestId\` and, when the service asks to slow down, \`retryAfter\` in seconds.

### Tasks

${listTasks(ENGLISH, described)}
`,
    'latchkey-events': `
Sends a message when something happens: a recording is ready, an order came in, a bill was paid.

### Outputs

1. \`payload\`: what the event is about, such as the recording.
2. \`topic\`: the type, such as \`recorder.file.ready\`.
3. \`event\`: its \`id\`, \`type\` and \`timestamp\`. The same event may come twice, with the same \`id\`.

### Details

- **Ask for new events** needs no public address. The position is stored in the user directory of Node-RED, so events that
  happen while Node-RED is stopped come afterwards.
- **At once** subscribes an address of this Node-RED, \`/latchkey/\` and the id of the node. Each delivery is verified with the secret of
  the subscription; one whose signature does not fit gets 401. \`httpNodeAuth\` must not protect this address.
- The node has one subscription, also after a deploy or a restart. When you remove or disable the node, it is deleted.
- In a subflow, Node-RED does not report that an instance was removed. Use this node outside of subflows.
`,
  }),
}

/** What a field means, and how several values are written. */
function toHelp({ input, kind, editor }: Field): string {
  const several = (kind === 'list' || kind === 'commas') && editor.type === 'str'
  return [input.help && `${input.help.replace(/\.$/, '')}.`, several && 'Separate several with commas.']
    .filter(Boolean)
    .join(' ')
}
