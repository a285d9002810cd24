export const data = {
  title: (name: string) => `Data of ${name}`,
  titleAll: 'Data of all accounts',
  lead: 'What this deployment stores. Download it as JSON, without credentials.',
  credential: 'Credential',
  credentials: { kept: 'stored here, encrypted', secret: 'a secret of the deployment', none: 'none' },
  connected: (count: number) => (count === 1 ? '1 account connected' : `${count} accounts connected`),
  tokens: 'Tokens',
  searches: 'Search history',
  bills: 'Bills sent',
  links: 'Links for customers',
  /** @param groups none for all of them */
  events: (groups: string) => (groups ? `Notifications (${groups})` : 'Notifications'),
  deliveries: 'Deliveries',
  download: 'Download',
  erase: 'Erase',
  eraseLead:
    'Erasing disconnects the account and permanently deletes all of the above, including the notifications of its whole group. Data at the service itself stays there. Keys, usage counts and the activity log stay.',
  eraseAllLead:
    'Erasing disconnects every account and permanently deletes all of the above. Data at the services themselves stays there. Keys, usage counts and the activity log stay.',
  understood: 'I want to erase this. This cannot be undone.',
  typeHost: (host: string) => `This cannot be undone. To erase everything, type ${host}`,
  erased: (name: string) => `The data of ${name} is erased.`,
  erasedAll: 'The data of all accounts is erased.',
  secretRemains: (names: string) =>
    `The deployment still has a secret for ${names}. It is no longer used; delete it in the settings of the deployment.`,
}
