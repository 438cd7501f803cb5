import { writeFileSync } from 'node:fs';
import { CallgateError, display } from '@callgate/core';
import { optionMessages } from '@callgate/messages/cli/options';
import { recommendMessages as texts } from '@callgate/messages/cli/recommend';
import { weekReportMessages } from '@callgate/messages/cli/week-report';
import { optionErrors } from '@callgate/messages/errors/option';
import { loadPolicy } from '@callgate/policy';
import type { PolicyRecommendation } from '@callgate/operations/api';
import { compareHints } from '@callgate/operations/policy';
import { withAuditLog } from '../audit/open-audit-log.ts';
import { diffText, policyDiffParts } from '../diff/diff-parts.ts';
import { now } from '../input/now.ts';
import { flagOption, textOption } from '../options/option.ts';
import { readSince } from '../options/read-moment.ts';
import { compareWith } from '../policy/compare-with.ts';
import type { PolicyHome } from '../policy/policy-home.ts';
import { openPolicyToRead, pinnedTools } from '../policy/policy-home.ts';
import { asciiJson } from '../show/ascii-json.ts';
import { bold, dim, write } from '../show/style.ts';
import type { Commands } from './command.ts';
import { command } from './command.ts';

const CALLS = 1000;

const readLeast = (written: string | undefined): number => {
  if (written === undefined) return 5;
  if (/^\d{1,5}$/.test(written) && Number(written) >= 2) return Number(written);
  throw new CallgateError(optionErrors.least());
};

const summaryText = ({ calls, complete, changes }: PolicyRecommendation): string =>
  [
    texts.heading({ count: calls }),
    ...changes.map((change) => {
      const about = display(change.about, { max: 200 });
      return change.refusal === null
        ? `  ${texts.numbers[change.kind]({ ...change, about })}`
        : dim(
            `  ${texts.refused({ about, count: change.count, why: weekReportMessages.habits.refusal[change.refusal] })}`,
          );
    }),
    ...(complete ? [] : [bold(texts.incomplete)]),
  ].join('\n');

/** What the layer changes, as `callgate diff` says it. */
const changesText = async (home: PolicyHome, policy: string): Promise<string> => {
  const { layers, policy: before } = home.effective;
  const loaded = loadPolicy([...layers, { name: 'recommended.yaml', text: policy }]);
  if (!loaded.ok) return '';
  const calls = await compareWith(home, loaded.policy, CALLS);
  const hints = compareHints(before, loaded.policy, now());
  return diffText(policyDiffParts(hints, calls, { atCalls: true }));
};

export const commands: Commands = {
  'policy recommend': command(
    {
      config: textOption(optionMessages.configOrDefault, { alias: 'c' }),
      since: textOption(texts.since),
      least: textOption(texts.least),
      output: textOption(texts.output, { alias: 'o' }),
      json: flagOption(optionMessages.json),
    },
    async (given) => {
      const home = await openPolicyToRead(given.config);
      const { layers, policy } = home.effective;
      const until = now().at;
      const span = { since: readSince(given.since ?? '30d', until), until, least: readLeast(given.least) };
      const inventory = { policy, layers, tools: pinnedTools(home) };
      const place = given.config === undefined ? {} : { config: given.config };
      await withAuditLog(
        place,
        async ({ operations }) => {
          const recommended = await operations.ask('policy.recommend', span);
          const { policy: layer } = recommended;
          if (given.output !== undefined && layer !== null)
            writeFileSync(given.output, layer, { flag: 'wx', mode: 0o600 });
          if (given.json === true) return write(asciiJson(recommended, 2));
          write(summaryText(recommended));
          if (layer === null) return write(`\n${texts.none}`);
          if (given.output === undefined) write(`\n${layer}`);
          write(await changesText(home, layer));
          if (given.output !== undefined)
            write(`\n${texts.written({ path: display(given.output, { max: 300 }) })}`);
        },
        () => inventory,
      );
    },
  ),
};
