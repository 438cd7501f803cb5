import { describe, expect, it } from 'vitest';
import { allowedAddresses } from './allowed-addresses.ts';

describe('allowed addresses', () => {
  it('are those that were named, with their port', () => {
    const isAllowed = allowedAddresses(['10.0.0.1:5432', '[::1]:80', 'unix:/run/db']);
    for (const address of ['10.0.0.1:5432', '[::1]:80', 'unix:/run/db'])
      expect(isAllowed(address)).toBe(true);
    for (const address of ['10.0.0.1:5433', '10.0.0.2:5432', '[::2]:80', 'AF_UNIX', '10.0.0.1:53'])
      expect(isAllowed(address)).toBe(false);
  });

  it('are both of this machine where `localhost` was named', () => {
    const isAllowed = allowedAddresses(['localhost:5432']);
    expect(isAllowed('127.0.0.1:5432')).toBe(true);
    expect(isAllowed('[::1]:5432')).toBe(true);
    expect(isAllowed('127.0.0.1:53')).toBe(false);
    expect(isAllowed('192.0.2.1:5432')).toBe(false);
  });

  it('are name servers where another name was named, and nothing else', () => {
    const isAllowed = allowedAddresses(['db.example.com:5432']);
    expect(isAllowed('192.0.2.53:53')).toBe(true);
    expect(isAllowed('192.0.2.53:5432')).toBe(false);
  });

  it('are none where nothing was named', () => {
    expect(allowedAddresses([])('127.0.0.1:1')).toBe(false);
  });
});
