export const links = {
  title: (name: string) => `Link for a customer: ${name}`,
  lead: 'Whoever opens it connects this one account, without your admin key and without seeing anything else. It works for 4 hours, and once.',
  make: 'Make the link',
  url: 'Link',
  ends: (end: string) => `It ends ${end}, or once the account is connected. It is shown only now.`,
  pageTitle: (name: string, service: string) => `Connect ${name} to ${service}`,
  pageLead: (service: string) =>
    `${service} asked you to connect this account. What you paste goes to ${service} alone, which checks it with the product and keeps it encrypted.`,
  pageEnds: (end: string) => `This link ends ${end}.`,
  opening: 'Opening the link',
  success: 'All done',
  successLead: 'The account is connected. You can close this page; the link works no more.',
  goneTitle: 'This link has been used or has ended',
  goneLead: 'Ask for a new one from whoever sent it to you.',
  wrongTitle: 'This link does not work',
  wrongLead: 'It may have been cut off when it was copied. Open the whole link once more, or ask for a new one.',
  emptyTitle: 'Open the link once more',
  emptyLead:
    'The secret part of the link is not kept when the page is loaded again. Open the link that you were sent, as it is.',
}
