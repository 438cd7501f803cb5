import { describe, expect, it } from 'vitest';
import { seatbeltProfile } from './seatbelt-profile.ts';

const rights = { writable: ['/private/tmp/scratch'], hidden: ['/Users/ann/.ssh'], network: false };

/** Rules in their order, each on one line. */
const rules = (profile: string): readonly string[] =>
  profile
    .replaceAll(/\n\s+/gu, ' ')
    .split('\n')
    .filter((line) => line !== '');

const balance = (text: string): number =>
  [...text.replaceAll(/"(?:\\.|[^"\\])*"/gu, '')].reduce(
    (depth, character) => depth + (character === '(' ? 1 : character === ')' ? -1 : 0),
    0,
  );

describe('a profile for macOS', () => {
  it('denies everything before it allows anything', () => {
    expect(rules(seatbeltProfile(rights)).slice(0, 2)).toEqual(['(version 1)', '(deny default)']);
  });

  it('lets nothing be written but devices and the folders it was given', () => {
    const writes = rules(seatbeltProfile(rights)).filter((rule) => rule.startsWith('(allow file-write*'));
    expect(writes).toEqual([
      '(allow file-write* (literal "/dev/null") (literal "/dev/zero") (literal "/dev/tty") (subpath "/private/tmp/scratch"))',
    ]);
  });

  it('hides places after it let all be read and some be written: the last rule counts', () => {
    const all = rules(seatbeltProfile(rights));
    const at = (rule: string): number => all.findIndex((each) => each.startsWith(rule));
    expect(at('(deny file-read* (subpath "/Users/ann/.ssh")')).toBeGreaterThan(at('(allow file-read*)'));
    expect(at('(deny file-write* (subpath "/Users/ann/.ssh")')).toBeGreaterThan(at('(allow file-write*'));
  });

  it('has no rule that names the network where the class has none', () => {
    expect(seatbeltProfile(rights)).not.toContain('network');
  });

  it('keeps sockets of other programs out of the network it allows', () => {
    const all = rules(seatbeltProfile({ ...rights, network: true }));
    expect(all.indexOf('(deny network* (remote unix-socket))')).toBeGreaterThan(
      all.indexOf('(allow network*)'),
    );
  });

  it('reaches no service that starts programs', () => {
    expect(seatbeltProfile({ ...rights, network: true })).not.toMatch(
      /launchservices|appleevent|coreservices/u,
    );
  });

  it('is one profile whatever a path contains', () => {
    const profile = seatbeltProfile({ ...rights, writable: ['/a") (allow default) ("\\'] });
    expect(balance(profile)).toBe(0);
    expect(profile).toContain(String.raw`(subpath "/a\") (allow default) (\"\\")`);
  });
});
