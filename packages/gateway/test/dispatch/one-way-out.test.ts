import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const SOURCES = fileURLToPath(new URL('../../src', import.meta.url));

const files: readonly { readonly path: string; readonly text: string }[] = readdirSync(SOURCES, {
  recursive: true,
  encoding: 'utf8',
})
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  .map((path) => ({ path: path.replaceAll('\\', '/'), text: readFileSync(join(SOURCES, path), 'utf8') }));

const whoHas = (pattern: RegExp): readonly string[] =>
  files
    .filter(({ text }) => pattern.test(text))
    .map(({ path }) => path)
    .toSorted();

/** Values that are imported; types cannot do anything. */
const imports = (name: string): RegExp =>
  new RegExp(`^(?:import|export) (?!type )[^;]*from '[^']*${name}'`, 'm');

describe('the way to a server', () => {
  it('is written to by one module each', () => {
    expect(whoHas(imports('/stdio-link\\.ts'))).toEqual([
      'dispatch/open-upstream.ts',
      // in a throw-away sandbox, to be watched, without a decision
      'dispatch/open-watched-server.ts',
    ]);
    expect(whoHas(imports('/http-link\\.ts'))).toEqual(['dispatch/open-upstream.ts']);
    expect(whoHas(imports('/http-client\\.ts'))).toEqual([
      'dispatch/http-link.ts',
      // to the authorization server that a server names, by the same egress
      'login/checked-transport.ts',
    ]);
    expect(whoHas(imports('/connection\\.ts')).filter((path) => !path.startsWith('dispatch/'))).toEqual([]);
  });

  it('starts a server in a sandbox in one place, which alone knows how', () => {
    expect(whoHas(/\bbackend\.start\(/)).toEqual(['contract/start-instance.ts']);
    expect(whoHas(imports('/start-instance\\.ts'))).toEqual([
      'contract/instance.ts',
      // from copies, and nothing of it lasts
      'contract/run-preview.ts',
    ]);
    expect(whoHas(/\bchooseSandbox\b/)).toEqual(['contract/open-contract-upstream.ts']);
    expect(whoHas(imports('@callgate/contract/sandbox'))).toEqual([
      'contract/open-contract-upstream.ts',
      // these only ask what a contract claims, who enforces it and where secrets lie
      'contract/places.ts',
      'contract/run-preview.ts',
      'contract/tool-class.ts',
    ]);
  });

  it('starts servers in one place; what fetches them, Callgate itself, notifications of the desktop and the keyring in others', () => {
    expect(whoHas(imports('node:child_process'))).toEqual([
      'contract/resolve-command.ts',
      'dispatch/start-server.ts',
      'hooks/start-hook-keeper.ts',
      'login/keyring.ts',
      'notify/desktop-notifier.ts',
    ]);
  });

  it('connects in one place, to what egress has checked', () => {
    expect(whoHas(/node:https/)).toEqual(['dispatch/http-client.ts']);
    expect(whoHas(/getBuiltinModule/)).toEqual(['dispatch/http-client.ts']);
    expect(
      whoHas(
        /\brequest as httpRequest\b|\bhttp\.(?:get|request)\(|import \{[^}]*\bget\b[^}]*\} from 'node:http'/,
      ),
    ).toEqual(['dispatch/http-client.ts']);
    expect(
      whoHas(/import \{[^}]*\b(?:connect|createConnection|Socket)\b[^}]*\} from 'node:(?:net|tls)'/),
      // to the socket of a gateway of the same user, and to the mail server that the operator named
    ).toEqual(['background/relay-pipe.ts', 'notify/email-notifier.ts']);
    // who agents are is asked of the provider that the operator named, which is no server
    expect(whoHas(/\bfetch\(/)).toEqual(['identity/ask-provider.ts']);
    expect(whoHas(imports('/ask-provider\\.ts'))).toEqual([
      // only whether an address is safe
      'config/http-entry.ts',
      // for the console
      'identity-index.ts',
      'identity/oauth/issuer.ts',
      // only whether an address is safe
      'login/begin-login.ts',
      'login/discover-issuer.ts',
      'login/issuer-requests.ts',
      // only whether an address is safe
      'login/server-sign-in.ts',
    ]);
    expect(whoHas(/\bnew WebSocket\b|from 'undici'|node:http2|node:dgram/)).toEqual([]);
    expect(whoHas(imports('/egress\\.ts')).filter((path) => path.startsWith('dispatch/'))).toContain(
      'dispatch/http-client.ts',
    );
  });

  it('takes a judged call out in one place, and what a server asks of a client in another', () => {
    expect(whoHas(/\.take\(\)/)).toEqual(['dispatch/open-upstream.ts', 'receive/answer-server-request.ts']);
  });
});
