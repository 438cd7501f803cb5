import { describe, expect, it } from 'vitest';
import { hasTopLevelDomain } from './top-level-domains.ts';

describe('the ending of a host', () => {
  it.each([
    'example.com',
    'EXAMPLE.Co',
    'a.b.click',
    'x.test',
    'wiki.corp',
    'bücher.рф',
    '10.0.0.1',
    'x.xn--p1ai',
  ])('is one in %s', (host) => expect(hasTopLevelDomain(host)).toBe(true));

  it.each(['name.of.field', 'order.status', 'self.value'])('is none in %s', (host) =>
    expect(hasTopLevelDomain(host)).toBe(false),
  );
});
