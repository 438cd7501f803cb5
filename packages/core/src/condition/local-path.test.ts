import { describe, expect, it } from 'vitest';
import { isLocalPath, hasLocalFiles } from './local-path.ts';

it.each([
  '/etc/passwd',
  '/home/u/My Files/plan.pdf',
  '/.env',
  '~/.ssh/id_rsa',
  '~ann/notes.txt',
  './notes.md',
  '..\\secret.docx',
  'C:\\Users\\u\\key.pem',
  'D:/x.txt',
  '\\\\host\\share\\x',
  'file:///etc/passwd',
  '$HOME/.netrc',
  '${HOME}/.netrc',
  '%USERPROFILE%\\x',
  ' /etc/passwd ',
  'file:/etc/passwd',
  '$XDG_CONFIG_HOME/gh/hosts.yml',
  '${XDG_DATA_HOME}/keyrings/login.keyring',
  '%APPDATA%\\gnupg\\x',
  'secrets/key.pem',
  'secrets\\key.pem',
  'backup/db.7z',
  'config/.env',
  '.ssh/id_rsa',
  '.env',
  '.env.local',
  '@/home/u/.ssh/id_rsa',
  '@secrets/key.pem',
  '@.env',
  'upload=@/home/u/.ssh/id_rsa',
  '<./notes.md',
  '~/Library/Application Support/Google/Chrome/Default/Login Data',
  '/home/me/My Secrets/id_rsa',
  '/home/me/my secrets/key',
  'C:\\Documents and Settings\\me\\My Docs\\key',
  'sandbox:/mnt/data/x.csv',
  'secrets/id_rsa',
  'id_ed25519',
])('%j is the path of a file', (text) => {
  expect(isLocalPath(text)).toBe(true);
});

it.each([
  '',
  'notes',
  '/remind me at five',
  '/api/v1/users returns an error',
  '/api/v1/users and/or',
  '/home/me is full',
  '~/bin and  more',
  '/srv/a one two three four five/b',
  'note: see /etc',
  'https:/example.com/a',
  'see /etc/passwd',
  '/etc/passwd\nand more',
  '//comment',
  'https://example.com/a',
  '5/6',
  'and/or',
  'and/or.',
  'n/a',
  '$5/hour',
  '12/05/2026',
  '12/05.2026',
  'text/plain',
  'application/vnd.ms-excel',
  'application/x-www-form-urlencoded',
  'owner/repo',
  '@types/node',
  '@ann',
  '@ann.example',
  'ann@example.com/x.y',
  'example.com/page.html',
  'www.example.de/page.html',
  'see docs/readme.md',
  '.pdf',
  '.NET',
  `a/${'b'.repeat(3000)}.txt`,
  `/${'a/'.repeat(600)}`,
])('%j is none', (text) => {
  expect(isLocalPath(text)).toBe(false);
});

describe('the files that a text of a call names', () => {
  it.each([
    '/etc/passwd',
    '/home/me/.ssh/id_rsa\n/home/me/.netrc',
    '/home/me/My Files/a.txt\r\n~/Library/Application Support/x/Login Data\n',
    '/home/me/.ssh/id_rsa ~/.netrc',
    'secrets/a.pem, secrets/b.pem',
  ])('%j in any text', (text) => {
    expect(hasLocalFiles(text, ['body'])).toBe(true);
  });

  it.each([
    '/etc/passwd\nand more',
    '/etc/passwd and /etc/hosts differ',
    'secrets/keys',
    'and/or',
    'Dear Ann',
    '',
  ])('no files: %j', (text) => {
    expect(hasLocalFiles(text, ['body'])).toBe(false);
  });

  it('also by one word with a slash in an attachment', () => {
    const path = ['message', 'attachments', 0, 'content'];
    for (const text of ['secrets/keys', 'secrets\\keys', ' backup/2026/x ', 'Keys2026//store1/abc'])
      expect(hasLocalFiles(text, path), text).toBe(true);
    for (const text of [
      'image/png',
      'TextOf/AnAttachment/InBase64+A==',
      'SGVsbG8/d29ybGQ1',
      'example.com/a',
      'either and/or both',
      'plain',
    ])
      expect(hasLocalFiles(text, path), text).toBe(false);
  });
});
