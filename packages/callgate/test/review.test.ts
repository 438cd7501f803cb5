import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { parse } from 'yaml';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { homePaths } from '../src/home/home-paths.ts';
import { findToolsToReview } from '../src/review/find-tools-to-review.ts';
import { Prompter } from '../src/review/prompter.ts';
import type { ReviewCounts } from '../src/review/review-interactively.ts';
import { reviewInteractively } from '../src/review/review-interactively.ts';
import { homeReviewTarget } from '../src/review/review-target.ts';
import { addAffected } from '../src/review/run-review.ts';
import { openHomeTools } from '../src/tools/home-tools.ts';
import type { CommandResult } from './fixtures/run-callgate.ts';
import { ResidentCallgate, ensureBuilt } from './fixtures/run-callgate.ts';
import { GatewayFolder as Folder, makeTool } from './gateway-folder.ts';

beforeAll(ensureBuilt);

const plain = (
  name: string,
  description: string,
  more: Record<string, unknown> = {},
): Record<string, unknown> => {
  const { annotations: _, ...rest } = makeTool(name, { description });
  return { ...rest, ...more };
};

const GET = plain('get_file', 'Reads a file and returns its text');
const DELETE = plain('delete_file', 'Deletes a file for good');
const TORN = plain('torn', 'Tears', { annotations: { readOnlyHint: true, destructiveHint: true } });
const SEND = plain('send_mail', 'Sends a mail to an address', { annotations: { destructiveHint: true } });
const LOOSE = plain('send_mail', 'Sends a mail to an address', { annotations: { readOnlyHint: true } });

const resident = new ResidentCallgate({ NO_COLOR: '1' });
afterAll(() => resident.stop());

class ReviewFolder extends Folder {
  run(...args: readonly string[]): Promise<CommandResult> {
    return resident.run(args, { env: { CALLGATE_HOME: this.home } });
  }
}

/** Lets the server be listed, and maybe called, once. */
const seen = async (place: ReviewFolder, call?: string): Promise<void> => {
  const session = place.start(['run', '--name', 'files', '--', ...place.server]);
  await session.hello();
  await session.names();
  if (call !== undefined) void session.call(call);
  if (call !== undefined) await expect.poll(async () => (await place.run('inbox')).out).toContain(call);
  session.end();
  await session.ended;
};

const ran = async (tools: readonly unknown[] = [GET, DELETE, TORN, SEND]): Promise<ReviewFolder> => {
  const place = new ReviewFolder(tools);
  await seen(place);
  return place;
};

const INSIDE_READ = ['--set', 'readOnly=yes,openWorld=no', '--reason', 'looked'] as const;

interface ReviewListEntry {
  readonly tool: string;
  readonly need: string;
  readonly digest: string;
  readonly [key: string]: unknown;
}

const listed = async (
  place: ReviewFolder,
  ...args: readonly string[]
): Promise<readonly ReviewListEntry[]> => {
  const { out, err, code } = await place.run('review', '--json', ...args);
  expect([code, err]).toEqual([0, '']);
  return out
    .split('\n')
    .filter((line) => line !== '')
    .map((line): ReviewListEntry => JSON.parse(line));
};

const needs = async (place: ReviewFolder): Promise<readonly string[]> =>
  (await listed(place)).map((each) => `${each.tool} ${each.need}`);

/** Somebody at a terminal who types these lines. */
const typed = async (
  place: ReviewFolder,
  lines: readonly string[],
): Promise<{ readonly walked: ReviewCounts; readonly said: string }> => {
  const tools = await openHomeTools({
    config: undefined,
    policy: undefined,
    home: homePaths({ CALLGATE_HOME: place.home }),
  });
  const [input, output] = [new PassThrough(), new PassThrough()];
  const prompter = new Prompter({ input, output, ignoreMs: 0 });
  const left = [...lines];
  // one line an asking: what is typed before it is asked for does not count
  output.on('data', () =>
    setImmediate(() => (left.length === 0 ? input.end() : input.write(`${left.shift()}\n`))),
  );
  let said = '';
  const write = (text: string): void => void (said += `${text}\n`);
  const walked = await reviewInteractively(
    { tools, target: homeReviewTarget(tools), prompter, write },
    await addAffected(tools, findToolsToReview(tools, undefined)),
  );
  prompter.close();
  return { walked, said };
};

const row = async (place: ReviewFolder, name: string): Promise<Record<string, unknown>> =>
  JSON.parse((await place.run('tools', '--json', '--text', name)).out.split('\n')[0] ?? '');

describe('what needs review', () => {
  it('is listed with the most pressing first, with suggestions, doubts and who is affected', async () => {
    const place = await ran();
    expect(await needs(place)).toEqual(['torn doubtful', 'delete_file new', 'get_file new', 'send_mail new']);
    await seen(place, 'send_mail');
    place.setTools([GET, DELETE, TORN, LOOSE]);
    await seen(place);
    const [first, second] = await listed(place);
    expect(first).toMatchObject({
      tool: 'send_mail',
      need: 'loosened',
      prefilled: { readOnly: 'no' },
      suggestions: { readOnly: { value: 'no', because: expect.any(Array) } },
      changes: [{ change: 'loosened' }, {}],
      affected: { principals: [{ subject: 'local', calls: 1, sessions: 1 }], grants: [] },
    });
    expect(second).toMatchObject({ tool: 'torn', doubts: [{ rule: 'claims/conflict' }], affected: null });
    expect(await listed(place, 'files/get_file')).toMatchObject([{ tool: 'get_file' }]);
    expect((await place.run('review', '--json', 'fils')).err).toContain('SERVER_UNKNOWN');
    const { out } = await place.run('review');
    expect(out).toContain('files/send_mail: changed, and asks for less care than before\n');
    expect(out).toContain('4 tools to review. Run callgate review in a terminal to walk through them');
  });

  it('is not filled in against a warning that the server took back', async () => {
    const place = await ran([{ ...GET, annotations: { destructiveHint: true } }]);
    place.setTools([GET]);
    await seen(place);
    expect(await listed(place)).toMatchObject([
      { need: 'loosened', suggestions: { destructive: { value: 'no' } }, prefilled: { destructive: 'yes' } },
    ]);
  });

  it('is nothing where everything was reviewed, and comes back with any change of a definition', async () => {
    const place = await ran([GET]);
    const [{ digest } = { digest: '' }] = await listed(place);
    const accept = ['review', 'files/get_file', '--accept', '--reason', 'looked'];
    const asked = await place.run(...accept);
    expect([asked.code, asked.err]).toEqual([1, expect.stringContaining(`--digest ${digest}`)]);
    expect((await place.run(...accept, '--digest', `sha256:${'0'.repeat(64)}`)).err).toContain(
      'TOOL_CHANGED',
    );
    expect(await needs(place)).toEqual(['get_file new']);
    const unseen = await place.run(...accept, '--digest', digest);
    expect([unseen.code, unseen.err]).toEqual([1, expect.stringContaining('REVIEW_RELAXES')]);
    expect(await needs(place)).toEqual(['get_file new']);
    await place.run('review', 'files/get_file', ...INSIDE_READ, '--digest', digest);
    expect(await needs(place)).toEqual([]);
    expect(await row(place, 'get_file')).toMatchObject({
      reviewed: true,
      hints: { readOnly: { value: 'yes', ground: 'review' } },
    });
    // only more care is asked for, so that it is pinned anew by itself
    place.setTools([{ ...GET, annotations: { sensitiveDataHint: true } }]);
    await seen(place);
    expect(await needs(place)).toEqual(['get_file voided']);
    expect(await row(place, 'get_file')).toMatchObject({
      reviewed: false,
      hints: {},
      described: false,
    });
  });
});

describe('a walk through it', () => {
  it('asks about each, and every decision is in the record and bound to the definition', async () => {
    const place = await ran();
    place.setTools([GET, DELETE, TORN, LOOSE]);
    await seen(place);
    const { walked, said } = await typed(place, [
      'k',
      'too much',
      'x',
      's',
      'w',
      'c',
      'openWorl=no',
      'c',
      'openWorld=no',
      'a',
      '',
      'a',
      'read its source',
      'q',
    ]);
    expect(walked).toMatchObject({ accepted: 1, keptOut: 1, skipped: 1 });
    expect(said).toContain('1 of 4\nfiles/send_mail: changed');
    expect(said).toContain('Did you mean `openWorld`');
    expect(said).toMatch(/openWorld +no +now yes, unclaimed/);
    expect(said).toMatch(/If it is called: confirm now, (?:auto|confirm) with this review/);
    expect(await needs(place)).toEqual(['torn doubtful', 'get_file new']);
    expect(await row(place, 'send_mail')).toMatchObject({ drift: { keptOut: true } });
    expect(await row(place, 'delete_file')).toMatchObject({
      reviewed: true,
      hints: {
        destructive: { value: 'yes', ground: 'review' },
        openWorld: { value: 'no', ground: 'review' },
      },
    });
    const { out } = await place.run('audit', '--entries', '--json');
    expect(out).toContain('TOOL_KEPT_OUT');
    expect(out).toMatch(/TOOL_REVIEWED.*reviewed definition sha256:\w+: .*openWorld no.*: read its source/);
    expect((await place.run('audit', 'verify')).code).toBe(0);
  });

  it('accepts what changed together with the review of it', async () => {
    const place = await ran([SEND]);
    place.setTools([LOOSE]);
    await seen(place);
    const { walked, said } = await typed(place, ['a', 'it is what we want']);
    expect(walked.accepted).toBe(1);
    expect(said).toContain('Affected: not called');
    expect(await row(place, 'send_mail')).toMatchObject({ drift: null, quarantine: null, reviewed: true });
  });

  it('asks once about tools that are alike, the riskiest first', async () => {
    const reads = ['note', 'memo', 'file'].map((name) =>
      plain(`get_${name}`, `Reads a ${name} and returns its text`),
    );
    const place = await ran([...reads, DELETE]);
    const { walked, said } = await typed(place, ['s', 'a', 'all of them read']);
    expect(said.indexOf('files/delete_file')).toBeLessThan(said.indexOf('3 tools alike'));
    expect(said).toContain('files/get_memo');
    expect(said).toMatch(/If you accepted all suggestions: \d+ run, \d+ ask/);
    expect(walked).toMatchObject({ accepted: 3, keptOut: 0, skipped: 1 });
    expect(await needs(place)).toEqual(['delete_file new']);
  });

  it('looks into a group one by one', async () => {
    const place = await ran([GET, plain('get_note', 'Reads a note and returns its text')]);
    const { walked } = await typed(place, ['o', 'a', 'looked', 'k', 'no use']);
    expect(walked).toMatchObject({ accepted: 1, keptOut: 1, skipped: 0 });
  });

  it('decides nothing where the terminal goes away', async () => {
    const place = await ran([GET]);
    expect((await typed(place, ['a'])).walked).toMatchObject({ accepted: 0, keptOut: 0, skipped: 0 });
    expect(await needs(place)).toEqual(['get_file new']);
  });
});

describe('saved lists', () => {
  const saved = (): { readonly place: ReviewFolder; readonly lists: string; readonly packs: string } => {
    const place = new ReviewFolder([]);
    const lists = join(place.home, 'lists');
    mkdirSync(lists, { recursive: true });
    writeFileSync(join(lists, 'one.json'), JSON.stringify({ tools: [GET, DELETE] }));
    writeFileSync(join(lists, 'two.json'), JSON.stringify({ tools: [plain('get_note', 'Reads a note')] }));
    return { place, lists, packs: join(place.home, 'packs') };
  };

  it('are counted, and nothing is written where nobody is asked', async () => {
    const { place, lists, packs } = saved();
    const { out, code } = await place.run('review', '--tools', lists, '--output', packs);
    expect(out).toMatch(/one\/delete_file[^]*3 tools in 2 servers: 2 questions\n$/);
    expect([code, existsSync(packs)]).toEqual([0, false]);
    expect((await place.run('review', 'two', '--tools', lists)).out).toContain(
      '1 tool in 1 server: 1 question',
    );
  });

  it('are accepted without a terminal only where it adds care', async () => {
    const { place, lists, packs } = saved();
    const { out, code } = await place.run('review', '--tools', lists, '--accept', '--output', packs);
    expect(code).toBe(0);
    expect(out).toMatch(/\d tools? reviewed with more care, \d left for you/);
    const written = existsSync(packs)
      ? readdirSync(packs).map((file) => readFileSync(join(packs, file), 'utf8'))
      : [];
    expect(written.join('\n')).not.toMatch(/readOnly|destructive|openWorld: no|idempotent: yes/);
  });

  it('go with no decision about tools of this machine', async () => {
    const { place, lists } = saved();
    const refused = await place.run('review', '--tools', lists, '--set', 'readOnly=yes', '--reason', 'why');
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('OPTION_TWICE')]);
    expect((await place.run('review', '--output', 'packs')).err).toContain('OPTION_MISSING');
    expect((await place.run('review', '--tools', join(lists, 'none.json'))).code).toBe(1);
  });
});

const SQLITE = join(import.meta.dirname, '../../../../shared/catalogue/mcp-server-sqlite.json');
if (!existsSync(SQLITE)) process.stdout.write('no recorded definitions here: no pack fits any\n');

describe.skipIf(!existsSync(SQLITE))('a pack that comes with Callgate', () => {
  it('is shown beside the suggestions, can be filled in, and counts for nothing by itself', async () => {
    const recorded: { readonly tools: readonly { readonly name: string }[] } = JSON.parse(
      readFileSync(SQLITE, 'utf8'),
    );
    const place = await ran(recorded.tools.filter(({ name }) => name === 'list-tables'));
    expect(await listed(place)).toMatchObject([
      { tool: 'list-tables', need: 'new', pack: { name: 'sqlite', judged: { set: { openWorld: 'no' } } } },
    ]);
    expect(await row(place, 'list-tables')).toMatchObject({ outcomes: { plain: 'confirm' } });
    const { walked, said } = await typed(place, ['p', 'a', 'read the pack']);
    expect(said).toContain('The pack sqlite reviewed exactly this definition: readOnly yes');
    expect(said).toContain('If it is called: confirm now, auto with this review');
    expect(walked.accepted).toBe(1);
    expect(await row(place, 'list-tables')).toMatchObject({ outcomes: { plain: 'auto' } });
  });
});

describe('accepting in bulk', () => {
  it('takes only what asks for more care, and leaves what changed', async () => {
    const reviews = plain('list_reviews', 'Lists what people wrote in reviews of a product');
    const place = await ran([GET, DELETE, TORN, SEND, reviews]);
    place.setTools([GET, DELETE, TORN, LOOSE, reviews]);
    await seen(place);
    const { out, code } = await place.run('review', '--yes-tightening', 'files');
    expect(code).toBe(0);
    expect(out).toContain('files/send_mail: left for you: it changed; look at it');
    expect(out).toMatch(/^files\/list_reviews: .*unsafeOutput yes/m);
    expect(out).toMatch(/^files\/get_file: left for you: nothing is suggested/m);
    // destructive yes would describe the tool, and an undescribed one is treated with more care
    expect(out).toMatch(/^files\/delete_file: left for you: nothing is suggested/m);
    expect(await row(place, 'delete_file')).toMatchObject({ reviewed: false, described: false });
    expect(await needs(place)).toContain('delete_file new');
    for (const policy of ['strict', 'balanced', 'intent']) {
      const judged = await place.run('tools', '--json', '--text', 'delete_file', '--policy', policy);
      expect(JSON.parse(judged.out).outcomes.plain).toBe(policy === 'strict' ? 'block' : 'confirm');
    }
  });
});

describe('a review in the lock', () => {
  it('stands there with what was suggested, and counts for nobody who has only cloned it', async () => {
    const place = await ran([GET]);
    const [{ digest } = { digest: '' }] = await listed(place);
    const session = place.start([
      'review',
      'files/get_file',
      '--set',
      'readOnly=yes',
      '--reason',
      'read its source',
      '--digest',
      digest,
      '--lock',
    ]);
    session.end();
    expect([await session.ended, session.err]).toEqual([0, '']);
    const path = join(place.folder, 'callgate.lock.yaml');
    expect(parse(readFileSync(path, 'utf8'))).toMatchObject({
      servers: {
        files: {
          tools: {
            get_file: {
              suggestions: { readOnly: { value: 'yes' } },
              classification: { set: { readOnly: 'yes' }, why: 'read its source' },
              evidence: { readOnly: expect.stringMatching(/^as suggested \(0\.\d+\), not claimed$/) },
            },
          },
        },
      },
    });
    const closed = ['--set', 'readOnly=yes,openWorld=no', '--reason', 'it is local', '--digest', digest];
    expect((await place.run('review', 'files/get_file', ...closed)).code).toBe(0);
    expect((await place.callgate('lock')).code).toBe(0);
    expect(await place.callgate('lock', '--check')).toEqual({ code: 0, out: '', err: '' });
    const judged = async (home: string): Promise<string> => {
      const args = ['run', '--name', 'files', '--policy', 'strict', '--lock', path, '--', ...place.server];
      const client = place.start(args, { CALLGATE_HOME: home });
      await client.hello();
      return await client.call('get_file');
    };
    const elsewhere = join(place.folder, 'other-home');
    expect(await judged(elsewhere)).not.toContain('"name":"get_file"');
    const shown = place.start(['accept', path], { CALLGATE_HOME: elsewhere });
    shown.end();
    await shown.ended;
    const accept = place.start(['accept', path, '--digest', /--digest (\S+)/.exec(shown.err)?.[1] ?? ''], {
      CALLGATE_HOME: elsewhere,
    });
    accept.end();
    expect(await accept.ended).toBe(0);
    expect(JSON.parse(await judged(elsewhere))).toMatchObject({ name: 'get_file' });
  });
});
