import { isLikelySecret } from '@callgate/gateway/config';

/** Variables that programs look for secrets in, whether or not they are set here. */
const USUAL_SECRETS: readonly string[] = [
  'ANTHROPIC_API_KEY',
  'AWS_SECRET_ACCESS_KEY',
  'GITHUB_TOKEN',
  'OPENAI_API_KEY',
];

export interface MarkedEnvironment {
  readonly env: Readonly<Record<string, string>>;
  /** The made-up values, with the names of their variables. */
  readonly markers: ReadonlyMap<string, string>;
}

/** An environment whose secrets are made up: where a value turns up, its variable was read. */
export const markSecrets = (
  env: Readonly<Record<string, string>>,
  kept: ReadonlySet<string>,
  makeMarker: () => string,
): MarkedEnvironment => {
  const names = [
    ...Object.keys(env).filter((name) => isLikelySecret(name, env[name] ?? '')),
    ...USUAL_SECRETS,
  ];
  const secret = [...new Set(names)].filter((name) => !kept.has(name));
  const values = secret.map((name): [string, string] => [name, makeMarker()]);
  return {
    env: { ...env, ...Object.fromEntries(values) },
    markers: new Map(values.map(([name, value]) => [value, name])),
  };
};
