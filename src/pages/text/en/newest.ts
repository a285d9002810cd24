/** The newest thing that an account has. */
export const newest = {
  of: {
    recorder: 'Newest recording:',
    notes: 'Newest note:',
    workspace: 'Page changed last:',
    'shop-seller': 'Newest order:',
    'shop-consumer': 'Newest order:',
    payment: 'Newest bill:',
    video: 'A public video that it read:',
    social: 'Newest post:',
  },
  untitled: '(without a title)',
  none: 'There is nothing yet.',
}
