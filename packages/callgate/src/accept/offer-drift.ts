import { CallgateError, display } from '@callgate/core';
import type { DefinitionChange } from '@callgate/core/disclose';
import { compareDefinitions } from '@callgate/core/disclose';
import { digest, displayJson } from '@callgate/core/receive';
import type { Pin, PinnedServer } from '@callgate/gateway/config';
import type { SettingsFolder, StoredViolation } from '@callgate/gateway/tools';
import { PinFolder, ViolationFile, acceptDefinition } from '@callgate/gateway/tools';
import { setUpMessages } from '@callgate/messages/cli/set-up';
import { acceptErrors } from '@callgate/messages/errors/accept';
import { findNearestName } from '@callgate/policy';
import type { Offer } from './offer.ts';

interface Drift {
  readonly server: PinnedServer;
  readonly pin: Pin;
  readonly changed: NonNullable<Pin['changed']>;
}

const driftsOf = (server: PinnedServer, tools: readonly string[]): readonly Drift[] =>
  [...server.pins.values()].flatMap((pin) =>
    pin.changed === undefined || (tools.length > 0 && !tools.includes(pin.name))
      ? []
      : [{ server, pin, changed: pin.changed }],
  );

const side = (sign: string, value: DefinitionChange['before']): string =>
  value === undefined ? '' : `\n${displayJson(value, { lines: true }).replaceAll(/^/gm, `      ${sign} `)}`;

const changeText = ({ change, path, words, before, after }: DefinitionChange): string =>
  `    ${change.toUpperCase()}  ${display(path)}: ${words}${side('-', before)}${side('+', after)}`;

const driftText = ({ pin, changed, server }: Drift): string =>
  [
    `${display(server.server)}: ${pin.kind} ${display(pin.name)}`,
    ...compareDefinitions(pin.definition, changed.definition).changes.map(changeText),
  ].join('\n');

const violationText = (alias: string, seen: readonly StoredViolation[]): string =>
  [
    setUpMessages.accept.forgets({ server: display(alias) }),
    ...seen.map(
      ({ tool, what }) => `    ${tool === null ? '?' : display(tool)}: ${display(what, { max: 300 })}`,
    ),
  ].join('\n');

const noDriftError = (alias: string, all: readonly PinnedServer[]): CallgateError =>
  all.some(({ server }) => server === alias)
    ? new CallgateError(acceptErrors.noChange({ server: display(alias) }))
    : new CallgateError(
        acceptErrors.notPinned({
          server: display(alias),
          near: findNearestName(
            alias,
            all.map(({ server }) => server),
          ),
        }),
      );

/** What a server shows now in place of what was pinned: all of it, or the named ones. */
export const offerDrift = (alias: string, tools: readonly string[], folder: SettingsFolder): Offer => {
  const book = new PinFolder(folder.folder('pins'));
  const all = book.list();
  const drifts = all.filter(({ server }) => server === alias).flatMap((server) => driftsOf(server, tools));
  const violations = new ViolationFile(folder);
  const seen = violations.list(alias).filter(({ tool }) => tools.length === 0 || tools.includes(tool ?? ''));
  if (drifts.length === 0 && seen.length === 0) throw noDriftError(alias, all);
  const shown = drifts.map(({ server, pin, changed }) => ({
    identity: server.identity,
    kind: pin.kind,
    name: pin.name,
    from: pin.digest,
    to: changed.digest,
  }));
  return {
    text: [...drifts.map(driftText), ...(seen.length === 0 ? [] : [violationText(alias, seen)])].join('\n\n'),
    json: {
      server: alias,
      changed: shown,
      ...(seen.length === 0 ? {} : { violations: seen.map(({ tool, what }) => ({ tool, what })) }),
    },
    digest: digest('accept-drift', [
      alias,
      ...shown,
      ...seen.map(({ identity, tool, what, at }) => ({ identity, tool, what, at })),
    ]),
    accept: () =>
      folder.together(() => {
        // what changed again in the meantime was not looked at
        for (const { identity, kind, name, to } of shown)
          acceptDefinition(book, alias, identity, { kind, name, digest: to });
        for (const each of new Set(seen.map(({ identity }) => identity)))
          violations.forget(alias, each, tools.length === 0 ? undefined : new Set(tools));
      }),
    done:
      drifts.length === 0
        ? setUpMessages.accept.violations({ server: display(alias) })
        : setUpMessages.accept.changes({ names: drifts.map(({ pin }) => display(pin.name)) }),
  };
};
