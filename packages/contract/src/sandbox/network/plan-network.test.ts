import { describe, expect, it } from 'vitest';
import { parseDestination, readDestination } from './destination.ts';
import { planNetwork, proxyEnvironment } from './plan-network.ts';

const plan = (...allow: string[]) => planNetwork(allow.map(parseDestination), 'machine');

describe('a destination', () => {
  it.each([
    ['db.example.org:5432', { host: 'db.example.org', port: 5432 }],
    ['LOCALHOST:80', { host: 'localhost', port: 80 }],
    ['example.org.:443', { host: 'example.org', port: 443 }],
    ['[::1]:5432', { host: '::1', port: 5432 }],
    ['10.0.0.5:1', { host: '10.0.0.5', port: 1 }],
  ])('is read of %s', (text, destination) => {
    expect(readDestination(text)).toEqual(destination);
  });

  it.each([
    'example.org',
    'example.org:0',
    'example.org:65536',
    '::1:5432',
    '[example.org]:1',
    ':1',
    '*:443',
    'a b:1',
    'https://example.org:443',
    'example.org:443\n127.0.0.1 other',
  ])('is not read of %j', (text) => {
    expect(readDestination(text)).toBeUndefined();
    expect(() => parseDestination(text)).toThrow('is not a host with a port');
  });
});

describe('the network of a closed world', () => {
  it('gives every name an address of its own, which the file of hosts tells', () => {
    const { forwards, hosts } = plan('a.test:443', 'b.test:443', 'a.test:80');
    expect(forwards.map(({ address, port }) => `${address}:${port}`)).toEqual([
      '127.77.0.1:443',
      '127.77.0.2:443',
      '127.77.0.1:80',
    ]);
    expect(hosts).toContain('127.77.0.1 a.test\n127.77.0.2 b.test\n');
  });

  it('has this machine in both its addresses, each once', () => {
    const { forwards } = plan('localhost:5432', '127.0.0.1:5432', 'localhost:5432');
    expect(forwards.map(({ address }) => address)).toEqual(['127.0.0.1', '::1']);
  });

  it('has addresses of others on its own interface', () => {
    expect(plan('10.0.0.5:5432', '127.0.0.1:1', '[2001:db8::1]:2').addresses).toEqual([
      '10.0.0.5',
      '2001:db8::1',
    ]);
  });

  it('puts the proxy where nothing else is', () => {
    expect(plan('localhost:3128', 'a.test:3129').proxyPort).toBe(3130);
    expect(proxyEnvironment(3130)['HTTPS_PROXY']).toBe('http://127.0.0.1:3130');
  });
});
