import { errorText } from '../text/error-text.ts';
import { suggestNearName } from '../text/suggest-near-name.ts';

/** Errors of a file with a catalogue, and of the names looked up in it. */
export const catalogueFileErrors = {
  trustUnknown: ({ trust }: { trust: string }) =>
    errorText('TRUST_UNKNOWN', `Unknown trust level \`${trust}\``, 'Use untrusted, trusted or owned.'),
  trustNotText: () =>
    errorText('TRUST_UNKNOWN', 'The trust level is not a text', 'Use untrusted, trusted or owned.'),
  condition: ({ server, problem }: { server: string; problem: string }) =>
    errorText('CATALOGUE_CONDITION', `Override of ${server}: ${problem}`),
  conditionReadsOther: ({ server }: { server: string }) =>
    errorText(
      'CATALOGUE_CONDITION',
      `Override of ${server}: a condition can read arguments only`,
      'Write conditions on the session or the principal into the policy.',
    ),
  hintUnknown: ({ server, hint, near }: { server: string; hint: string; near: string }) =>
    errorText('CATALOGUE_HINT', `Override of ${server}: unknown hint \`${hint}\``, suggestNearName(near, '')),
  shape: ({ path, place, problem }: { path: string; place: string; problem: string }) =>
    errorText(
      'CATALOGUE_SHAPE',
      `${path}: ${place}: ${problem}`,
      'A catalogue is {servers: [{name, trust, tools: […]}]}, or a raw tools/list answer.',
    ),
  notACatalogue: ({ path }: { path: string }) =>
    errorText(
      'CATALOGUE_SHAPE',
      `File ${path} is not a catalogue`,
      'A catalogue is {servers: [{name, trust, tools: […]}]}, or a raw tools/list answer.',
    ),
  keyUnknown: ({ path, server, key, near }: { path: string; server: string; key: string; near: string }) =>
    errorText('CATALOGUE_KEY', `${path}: ${server}: unknown key \`${key}\``, suggestNearName(near, '')),
  serverTwice: ({ path, server }: { path: string; server: string }) =>
    errorText('CATALOGUE_TWICE', `${path}: two servers have the name \`${server}\``),
  ambiguous: ({ path }: { path: string }) =>
    errorText('CATALOGUE_AMBIGUOUS', `File ${path} is both a catalogue and a raw answer`),
  serverUnknown: ({ server, near, count }: { server: string; near: string | undefined; count: number }) =>
    errorText(
      'SERVER_UNKNOWN',
      `There is no server \`${server}\` in the catalogue`,
      suggestNearName(near, `The catalogue has ${count} servers.`),
    ),
  toolUnknown: ({
    server,
    tool,
    near,
    count,
  }: {
    server: string;
    tool: string;
    near: string | undefined;
    count: number;
  }) =>
    errorText(
      'TOOL_UNKNOWN',
      `There is no tool \`${tool}\` in \`${server}\``,
      suggestNearName(near, `The server has ${count} tools.`),
    ),
};
