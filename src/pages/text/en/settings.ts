export const settings = {
  lead: 'What you may change here, without a deployment.',
  deployed: 'The deployment sets this. To change it here, remove the setting there.',
  names: 'Name and time zone',
  serviceName: 'Name of your shop or service',
  serviceNameHint: 'Customers read it on links, and programs on the consent page. Empty: Latchkey.',
  timeZone: 'Time zone',
  ownZone: (zone: string) => `That of this browser (${zone})`,
  saved: 'Saved.',
  origins: 'Web pages that may call',
  originsLead:
    'A page of another site may call this gateway only if you allow its origin. The page needs a key as well, and whoever opens it can read that key.',
  refused: 'Refused in the last 7 days',
  refusedOthers: (count: number) =>
    count === 1
      ? 'One request came from a page that is not listed.'
      : `${count} requests came from pages that are not listed.`,
  refusedTimes: (count: number, last: string) => `Refused ${count === 1 ? 'once' : `${count} times`}, last ${last}`,
  allow: 'Allow',
  allowTitle: 'Allow this page to call?',
  allowBody:
    'Compare every letter with the address of your own page. Whoever has this page can call your gateway with a key that they know.',
  notEncrypted: 'This page is not encrypted (http): others in the same network can change it and read its key.',
  allowThis: 'Allow this origin',
  allowed: 'Allowed. It counts everywhere within 10 seconds.',
  allowedTitle: 'Allowed',
  noneAllowed: 'No page of another site may call. Programs, AI apps and this app do not need to be allowed.',
  anyOrigin: 'Every page (*)',
  remove: 'Remove',
  removed: (origin: string) => `${origin} may no longer call.`,
  add: 'Origin of a page',
  addHint: 'Such as https://app.example.com, without a path.',
  noOrigin: 'This is not an origin. Enter an address such as https://app.example.com, without a path. There can be 20.',
}
