export const data = {
  open: 'Data',
  openAll: 'Data of all accounts',
  title: (name: string) => `Data of ${name}`,
  titleAll: 'Data of all accounts',
  lead: 'What this deployment stores. The download holds it as JSON, without credentials.',
  credential: 'Credential',
  credentials: { kept: 'stored here, encrypted', secret: 'a secret of the deployment', none: 'none' },
  connected: (count: number) => (count === 1 ? '1 account connected' : `${count} accounts connected`),
  tokens: 'Tokens',
  searches: 'Search history',
  pendingPosts: 'Prepared posts',
  links: 'Links for customers',
  events: (groups: string) => `Events (${groups})`,
  deliveries: 'Deliveries',
  download: 'Download',
  erase: 'Erase',
  eraseLead:
    'Erasing disconnects the account and deletes all of the above for good, its events with those of its whole group. What the product itself stores stays there. Keys, counts of use and the activity log stay.',
  eraseAllLead:
    'Erasing disconnects every account and deletes all of the above for good. What the products themselves store stays there. Keys, counts of use and the activity log stay.',
  understood: 'I want to erase this. It cannot be taken back.',
  erased: (name: string) => `The data of ${name} is erased.`,
  erasedAll: 'The data of all accounts is erased.',
  secretRemains: (names: string) =>
    `A secret of the deployment is left for ${names}. It is not used any more; delete it with Wrangler.`,
}
