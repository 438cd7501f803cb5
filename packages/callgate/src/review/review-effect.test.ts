import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '@callgate/core';
import { digestDefinition } from '@callgate/core/disclose';
import { OperatorDecisionFile, PinFolder } from '@callgate/gateway/tools';
import type { Pin } from '@callgate/gateway/config';
import { describe, expect, it, onTestFinished } from 'vitest';
import { applyToolDecision } from '../../../operations/src/tools/apply-tool-decision.ts';
import type { HomePaths } from '../home/home-paths.ts';
import { homePaths } from '../home/home-paths.ts';
import type { HomeTools } from '../tools/home-tools.ts';
import { openHomeTools } from '../tools/home-tools.ts';
import type { ReviewItem } from './find-tools-to-review.ts';
import { findToolsToReview } from './find-tools-to-review.ts';
import { reviewInteractively } from './review-interactively.ts';
import { homeReviewTarget } from './review-target.ts';
import { compareOutcomes, findDroppedAnswers } from './review-effect.ts';

type Answers = Readonly<Record<string, 'yes' | 'no'>>;

const GET = {
  name: 'get_note',
  description: 'Gets a note by its id',
  inputSchema: { type: 'object', properties: { id: { type: 'string' } } },
};

const seen = async (definition: JsonObject, changed?: JsonObject): Promise<HomePaths> => {
  const folder = mkdtempSync(join(tmpdir(), 'callgate-what-if-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const pin: Pin = {
    kind: 'tool',
    name: GET.name,
    definition,
    digest: digestDefinition(definition).digest,
    firstSeen: 1,
    ...(changed === undefined
      ? {}
      : { changed: { definition: changed, digest: digestDefinition(changed).digest, at: 2 } }),
  };
  new PinFolder(join(folder, 'pins')).change('notes', 'sha256:one', () => [pin]);
  return homePaths({ CALLGATE_HOME: folder });
};

const opened = async (home: HomePaths): Promise<{ readonly tools: HomeTools; readonly one: ReviewItem }> => {
  const tools = await openHomeTools({ config: undefined, policy: 'balanced', home });
  const [one] = findToolsToReview(tools, 'notes/get_note');
  if (one === undefined) throw new Error('the tool is not there');
  return { tools, one };
};

const say = async (home: HomePaths, set: Answers): Promise<void> => {
  const { one } = await opened(home);
  const { known, tool, detail } = one;
  const { server, identity } = known;
  const parts = {
    operator: new OperatorDecisionFile(home.folder),
    pins: new PinFolder(join(home.folder, 'pins')),
    record: () => Promise.resolve(),
  };
  const word = { server, identity, tool: tool.name, by: 'local', at: Date.now(), reason: 'looked at it' };
  const definition = detail.digest;
  await applyToolDecision(parts, tool, [], { ...word, change: 'review', set, definition });
  if (detail.drift !== null)
    await applyToolDecision(parts, tool, [], { ...word, change: 'accept', definition });
};

const CAREFUL = { readOnly: 'no', openWorld: 'no', destructive: 'yes', sensitiveData: 'yes' } as const;
const INSIDE_READ = { readOnly: 'yes', openWorld: 'no' } as const;

describe('what a review says would happen', () => {
  it.each<[string, Answers, Answers, string]>([
    ['looser than an earlier one', CAREFUL, INSIDE_READ, 'auto'],
    ['stricter than an earlier one', INSIDE_READ, CAREFUL, 'confirm'],
  ])('is what happens once it is saved, where it is %s', async (_, earlier, later, wanted) => {
    const home = await seen(GET);
    await say(home, earlier);
    const { tools, one } = await opened(home);
    const { then } = compareOutcomes(tools.judge.policy, one, later);
    await say(home, later);
    expect([then, (await opened(home)).one.detail.outcomes.plain]).toEqual([wanted, wanted]);
  });

  it('is what happens once a changed definition is accepted, without the warnings that went with the old one', async () => {
    const home = await seen({ ...GET, annotations: { privilegedAccessHint: true } }, GET);
    const { tools, one } = await opened(home);
    expect(one.detail.drift).not.toBeNull();
    const { then } = compareOutcomes(tools.judge.policy, one, INSIDE_READ);
    await say(home, INSIDE_READ);
    expect([then, (await opened(home)).one.detail.outcomes.plain]).toEqual(['auto', 'auto']);
  });
});

describe('answers of an earlier review', () => {
  it('that would go are named with who gave them, before anything is saved', async () => {
    const home = await seen(GET);
    await say(home, { ...INSIDE_READ, sensitiveData: 'yes' });
    const { tools, one } = await opened(home);
    expect(findDroppedAnswers(one, INSIDE_READ)).toEqual({ sensitiveData: 'yes' });
    let said = '';
    const typed = ['c', 'sensitiveData=yes', 'q'];
    const write = (text: string): void => void (said += `${text}\n`);
    await reviewInteractively(
      {
        tools,
        target: homeReviewTarget(tools),
        prompter: { ask: () => Promise.resolve(typed.shift() ?? null) },
        write,
      },
      [one],
    );
    const lines = said.split('\n').filter((line) => line.includes('replaces the review'));
    expect(lines[0]).toMatch(
      /^This replaces the review by local on \d{4}-\d\d-\d\d and drops: .*sensitiveData yes \(looked at it\)$/u,
    );
    expect(lines.slice(1).join('\n')).not.toContain('sensitiveData');
  });

  it('of another definition go unnamed: they do not count any more', async () => {
    const home = await seen(GET);
    await say(home, CAREFUL);
    const { one } = await opened(home);
    const other = { ...one, detail: { ...one.detail, digest: `sha256:${'0'.repeat(64)}` } };
    expect(findDroppedAnswers(other, INSIDE_READ)).toEqual({});
  });
});
