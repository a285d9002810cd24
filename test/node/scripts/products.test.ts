import { expect, it } from 'vitest'
import { simulatedProducts } from '../../../scripts/support/products.ts'
import { Clock } from '../../simulators/clock.ts'
import { CONSUMER_SESSION } from '../../simulators/shop/index.ts'

it.each([0, 1, 35, 400, 4_000])(
  'on day %s of npm start, the customer of the shop has orders of the last weeks',
  async (day) => {
    const clock = new Clock()
    clock.advance(day * 86_400_000)
    const { simulators } = simulatedProducts(clock)
    const shop = simulators.find(({ answersFor }) => answersFor('mc.coupang.com'))
    const response = await (shop ?? expect.fail()).fetch(
      new Request('https://mc.coupang.com/ssr/api/myorders/model/page?requestYear=0&pageIndex=0&size=5', {
        headers: { cookie: CONSUMER_SESSION, 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64)' },
      }),
    )
    const { orderList } = (await response.json()) as { orderList: { orderedAt: number }[] }
    const age = clock.now() - Math.max(...orderList.map(({ orderedAt }) => orderedAt))
    expect(orderList).toHaveLength(5)
    expect(age).toBeGreaterThan(0)
    expect(age).toBeLessThan(2 * 86_400_000)
  },
)
