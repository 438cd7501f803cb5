import { describe, expect, it } from 'vitest';
import { namesSource } from './survey-servers.ts';

const SOURCE = 'npm:@acme/server-files';

describe('a command names what a pack reviewed', () => {
  it.each([
    ['npx -y @acme/server-files /data'],
    ['npx @acme/server-files@1.2.3 /data'],
    ['/usr/bin/bunx --yes @acme/server-files@^1.2'],
    ['node /opt/x/node_modules/@acme/server-files/dist/index.js /data'],
    ['/opt/x/node_modules/@acme/server-files/bin.js'],
  ])('%s', (command) => {
    expect(namesSource(command.split(' '), SOURCE)).toBe(true);
  });

  it.each([
    ['npx -y @acme/server-files@npm:evil'],
    ['npx -y @acme/server-files@https://evil.example/x.tgz'],
    ['npx -y evil @acme/server-files'],
    ['npx -p evil @acme/server-files'],
    ['node evil.js @acme/server-files'],
    ['node evil.js /x/node_modules/@acme/server-files/dist/index.js'],
    ['@acme/server-files'],
    [''],
  ])('but not with %j', (command) => {
    expect(namesSource(command.split(' '), SOURCE)).toBe(false);
  });
});
