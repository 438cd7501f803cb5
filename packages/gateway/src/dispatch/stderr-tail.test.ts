import { describe, expect, it } from 'vitest';
import { ServerSecrets } from './server-secrets.ts';
import { StderrTail } from './stderr-tail.ts';

const PEM = [
  '-----BEGIN PRIVATE KEY-----',
  'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgd0x1',
  'c2VjcmV0LWxpbmU=',
  '-----END PRIVATE KEY-----',
].join('\n');

const lastLine = (written: string, env: Readonly<Record<string, string>> = { SIGNING_KEY: PEM }): string => {
  const secrets = new ServerSecrets({ kind: 'stdio', command: 'x', args: [], env });
  const tail = new StderrTail();
  tail.push(Buffer.from(written));
  return tail.lastLine((text) => secrets.hide(text));
};

describe('the last line of standard error', () => {
  it.each([
    ['as it is', PEM],
    ['with breaks of Windows', PEM.replaceAll('\n', '\r\n')],
    ['a line at a time, each with more before it', PEM.replaceAll('\n', '\nerror: ').slice(0, -33)],
    ['without its armour', PEM.split('\n').slice(0, 3).join('\n')],
  ])('shows no line of a secret of several lines, written %s', (_, written) => {
    const shown = lastLine(`cannot use ${written}\n`);
    expect(shown).not.toContain('END PRIVATE KEY');
    expect(shown).not.toContain('c2VjcmV0LWxpbmU');
  });

  it('is shown where no secret is in it', () => {
    expect(lastLine(`cannot use ${PEM}\nat start\nfatal: no \u001B[31mdatabase\n\n`)).toBe(
      'fatal: no ⟦U+001B⟧[31mdatabase',
    );
    expect(lastLine('')).toBe('');
  });

  it('is the error, not where Node was when it ended', () => {
    const written =
      'Error: no such folder: ./nots\n    at main (file:///a.js:1:2)\n    at b\n\nNode.js v24.1.0\n';
    expect(lastLine(written)).toBe('Error: no such folder: ./nots');
    expect(lastLine('    at b\nNode.js v24.1.0\n')).toBe('Node.js v24.1.0');
  });
});
