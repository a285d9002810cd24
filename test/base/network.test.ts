import { describe, expect, it } from 'vitest'
import { formatNetwork } from '../../src/base/url.ts'

describe('the network that a limit counts', () => {
  it('is the address, or the first half of one of IPv6', () => {
    for (const [address, network] of [
      ['203.0.113.7', '203.0.113.7'],
      ['::ffff:203.0.113.7', '203.0.113.7'],
      ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
      ['2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
      ['2001:db8:1:2::', '2001:db8:1:2::/64'],
      ['2001:db8::1', '2001:db8:0:0::/64'],
      ['2001:db8:0:1::1', '2001:db8:0:1::/64'],
      ['::1', '0:0:0:0::/64'],
      ['fe80::1%eth0', 'fe80:0:0:0::/64'],
      ['2001::3:4:5:6:7:8', '2001:0:3:4::/64'],
      ['', ''],
    ] as const)
      expect.soft(formatNetwork(address), String(address)).toBe(network)
  })
})
