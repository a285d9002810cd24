/** What is done with a finished file in each tool. Texts may contain **menus** and `code`. */
export const programs = {
  tool: 'Tool',
  tools: { make: 'Make', n8n: 'n8n', zapier: 'Zapier', claude: 'Claude', chatgpt: 'ChatGPT', code: 'Code' },
  language: 'Language',
  save: 'Save file',
  content: 'What is in the file',
  hasKey: 'The key is in it. Keep it like a password.',
  /** By what starts the workflow. */
  n8n: {
    event: [
      'In n8n, create a workflow. Choose **Import from File** in its menu, and this file.',
      'Press **Publish** (**Active** in earlier versions).',
      'Open the node **event**, and copy its **Production URL**.',
    ],
    daily: [
      'In n8n, create a workflow. Choose **Import from File** in its menu, and this file.',
      'Press **Execute workflow** to try it now.',
      'Press **Publish** (**Active** in earlier versions). It then runs every morning.',
    ],
    person: [
      'In n8n, create a workflow. Choose **Import from File** in its menu, and this file.',
      'Press **Execute workflow**.',
    ],
  },
  make: {
    event: [
      'In Make, create a scenario. Choose **Import Blueprint** in the menu **...** at the bottom, and this file.',
      'Open the first module, press **Add** to create a webhook, and copy its address.',
      'Press **Run once**, so that Make waits for the sample. When all works, switch the scenario on.',
    ],
    daily: [
      'In Make, create a scenario. Choose **Import Blueprint** in the menu **...** at the bottom, and this file.',
      'Press **Run once** to try it now.',
      'Set the schedule to **Every day**, and switch the scenario on.',
    ],
    person: [
      'In Make, create a scenario. Choose **Import Blueprint** in the menu **...** at the bottom, and this file.',
      'Press **Run once**.',
    ],
  },
  zapier: [
    'In Zapier, add the action **Webhooks by Zapier** to a Zap, with the event **Custom Request**.',
    'Copy these fields into it. The header is a pair of name and value.',
    'Press **Test step**.',
  ],
  mcp: 'Address for AI apps (MCP)',
  claude: [
    'In Claude, open **Settings**, **Connectors**, **Add custom connector**, and paste the address.',
    'Press **Connect**. A page of this gateway asks you for the admin key and for what Claude may use.',
    'Ask Claude something.',
  ],
  claudeCode: 'Claude Code has no page for this. Run this command instead:',
  chatgpt: [
    'In ChatGPT, open **Settings**, **Connectors**, **Advanced**, and switch the developer mode on.',
    'Press **Create**, paste the address, and choose the authentication OAuth.',
    'A page of this gateway asks you for the admin key and for what ChatGPT may use. Then ask something.',
  ],
  code: 'Save it, and run it where the key is safe. A web page would show it to everyone.',
  loopback: (host: string) =>
    `Only programs on this computer can reach this gateway (${host}). Programs elsewhere need one on the internet.`,
  waiting: 'Waiting for the first request...',
  arrived: 'The first request arrived.',
  refused: 'A request arrived, and it failed.',
  why: 'Why?',
  hidden: 'It is looked for while this page is in sight. It may take 15 seconds.',
}
