import { expect, it } from 'vitest';
import { isLikelySecret } from './is-likely-secret.ts';

it.each([
  ['GITHUB_TOKEN', 'abcdef123'],
  ['DB_PASSWORD', 'hunter22'],
  ['OPENAI_API_KEY', 'whatever-it-is'],
  ['clientSecret', 'whatever'],
  ['Authorization', 'Bearer abc.def'],
  ['X', 'ghp_0123456789abcdefghijklmnopqrstuvwxyz'],
  ['X', `sk-${'a1b2c3d4'.repeat(3)}`],
  ['X', 'Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2ln'],
  ['X', 'AKIAIOSFODNN7EXAMPLE'],
  ['X', '-----BEGIN RSA PRIVATE KEY-----\nMIIE'],
  ['DATABASE_URL', 'postgres://ann:secret@db.example/x'],
  ['X', 'q9Zk3vT7LmX2bN8rW5cY1dF6'],
  ['password', '4829130071'],
  ['DB_PASSWORD', '/hunter2hunter2'],
  ['accessToken', 'x://hunter2'],
  ['privateKey', 'whatever'],
  ['X', 'ntn_correcthorse77batterystaple'],
])('%s=%s looks like a secret', (name, value) => {
  expect(isLikelySecret(name, value)).toBe(true);
});

it.each([
  ['LOG_LEVEL', 'debug'],
  ['TOKEN_FILE', '/run/secrets/token'],
  ['TOKEN_LIMIT', '100000'],
  ['API_KEY_REQUIRED', 'false'],
  ['BASE_URL', 'https://api.example.com/v1/some/long/path/with/numbers/123'],
  ['DATABASE_URL', 'postgres://db.example/x'],
  ['NODE_OPTIONS', '--max-old-space-size=4096'],
  ['MONKEY', 'business'],
  ['AUTHOR', 'Ann Example'],
  ['PATTERN', 'a-rather-long-name-without-much-in-it'],
  ['X', ''],
  ['MAX_TOKEN', '10000000'],
  ['PRIVATE_KEY', '/etc/tls/server.pem'],
  ['PASSWORD_REQUIRED', 'false'],
  ['TOKEN', 'false'],
])('%s=%s does not', (name, value) => {
  expect(isLikelySecret(name, value)).toBe(false);
});
