import type { Json, JsonObject } from '@callgate/core';
import { display } from '@callgate/core';
import { digest } from '@callgate/core/receive';
import type { Chain } from '../chain.ts';
import type { Finding } from '../finding.ts';
import { spotOf, targetOf } from './words.ts';

/** A message of SARIF has links in brackets and places in braces: neither comes from what others wrote. */
export const message = (text: string, max = 2000): JsonObject => ({
  text: display(text, { max })
    .replaceAll(/[\\[\]]/g, String.raw`\$&`)
    .replaceAll('{', '{{')
    .replaceAll('}', '}}'),
});

/** Path of the file in which a server or its list stands, where there is one. */
export type ArtifactOf = (server: string) => string | undefined;

interface Place {
  readonly server: string;
  readonly tool: string | null;
  readonly path: readonly (string | number)[];
}

const logical = (place: Place): JsonObject => {
  const { server, tool, path } = place;
  return {
    name: display(tool ?? server, { max: 160 }),
    fullyQualifiedName: spotOf(place),
    kind: path.length > 0 ? 'member' : tool === null ? 'module' : 'function',
  };
};

/** An encoded reference: no character of a path is taken for a scheme or a query. */
const uriOf = (path: string): string => path.toWellFormed().split(/[/\\]/).map(encodeURIComponent).join('/');

export const location = (place: Place, artifact: ArtifactOf): JsonObject => {
  const file = artifact(place.server);
  return {
    logicalLocations: [logical(place)],
    ...(file === undefined
      ? {}
      : { physicalLocation: { artifactLocation: { uri: uriOf(file) }, region: { startLine: 1 } } }),
  };
};

/** The same for the same trouble at the same place, however it is worded and whatever else is found. */
const fingerprint = (parts: Json): JsonObject => ({ 'callgate/v1': digest('sarif', parts) });

const LEVEL = { error: 'error', warning: 'warning', note: 'note' } as const;

/** `nth` tells apart what one rule finds more than once at one place. */
export const findingResult = (finding: Finding, nth: number, artifact: ArtifactOf): JsonObject => {
  const { rule, severity, span, help } = finding;
  return {
    ruleId: display(rule, { max: 200 }),
    level: LEVEL[severity],
    message: message(`${finding.message}; ${help}`),
    locations: [location(finding, artifact)],
    partialFingerprints: fingerprint([display(rule), spotOf(finding), nth]),
    ...(span === undefined ? {} : { properties: { characters: [span[0], span[1]] } }),
  };
};

export const chainResult = ({ kind, policy, steps, story }: Chain, artifact: ArtifactOf): JsonObject => {
  const told = steps.map((step) => ({
    location: { ...location({ ...step, path: [] }, artifact), message: message(step.because, 600) },
  }));
  const [first] = steps;
  return {
    ruleId: `chain/${kind}`,
    level: policy === 'observe' ? 'note' : 'warning',
    message: message(`under ${policy}: ${story}`),
    locations: first === undefined ? [] : [location({ ...first, path: [] }, artifact)],
    partialFingerprints: fingerprint([kind, display(policy), ...steps.map(targetOf)]),
    ...(told.length === 0 ? {} : { codeFlows: [{ threadFlows: [{ locations: told }] }] }),
  };
};
