import postgres from 'postgres';
import { expect, it } from 'vitest';
import { getStoreAddress, parseStoreLocation } from './store-location.ts';

it.each(['plain', 'a%b@c', 'a%41', '100%', 'ä/ö?#[]:', '\'"` +&='])(
  'gives the password %j to the client as it is, and takes it out of the address again',
  (password) => {
    const place = { path: 'postgres://ada@db/callgate', password };
    const address = getStoreAddress(place);
    expect(parseStoreLocation(address)).toEqual(place);
    expect(postgres(address).options.pass).toBe(password);
  },
);

it('says what is wrong with a password that nobody can read, without showing it', () => {
  expect(() => parseStoreLocation('postgres://ada:100%@db/callgate')).toThrow(
    expect.objectContaining({ code: 'STORE_ADDRESS', message: expect.not.stringContaining('100') }),
  );
});
