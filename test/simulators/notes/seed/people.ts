/** Everyone in the seed, invented. */
export const PEOPLE = {
  seoyeon: { guid: 'user-seoyeon', name: '김서연', email: 'seoyeon@example.com' },
  junho: { guid: 'user-junho', name: '이준호', email: 'junho@example.com' },
  minji: { guid: 'user-minji', name: '박민지', email: 'minji@example.com' },
  maya: { guid: 'user-maya', name: 'Maya Ellison', email: 'maya@example.com' },
  tom: { guid: 'user-tom', name: 'Tom Rivers', email: 'tom@example.com' },
  hina: { guid: 'user-hina', name: '佐藤 陽菜', email: 'hina@example.com' },
  ren: { guid: 'user-ren', name: '田中 蓮', email: 'ren@example.com' },
}

export type Person = keyof typeof PEOPLE
