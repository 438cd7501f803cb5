import { expect, it } from 'vitest';
import { addressOf, placeOf } from './place.ts';

it('takes the password out of an address, and puts it back as it was', () => {
  const place = placeOf('postgres://ada:a%25b%40c@db/callgate');
  expect(place).toEqual({ path: 'postgres://ada@db/callgate', password: 'a%b@c' });
  expect(placeOf(addressOf(place))).toEqual(place);
});

it('says what is wrong with a password that nobody can read, without showing it', () => {
  expect(() => placeOf('postgres://ada:100%@db/callgate')).toThrow(
    expect.objectContaining({ code: 'STORE_ADDRESS', message: expect.not.stringContaining('100') }),
  );
});
