import { beforeAll, describe, expect, it } from 'vitest';
import { installed } from '../../../../material/install.ts';
import { FIXTURE_OVER_STDIO, startFixture } from '../conformance/fixture-process.ts';
import type { UpstreamHarness, TransportKind } from './harness.ts';
import { afterTest, openEndpointHarness, textOf, until } from './harness.ts';

beforeAll(async () => void (await installed('conformance')));

const ASKS = { sampling: true, elicitation: true, roots: true };

const fixture = async (way: TransportKind, era: 'legacy' | 'modern'): Promise<UpstreamHarness> => {
  if (way === 'stdio') {
    const env = { PATH: process.env['PATH'] ?? '' };
    return await openEndpointHarness({ kind: 'stdio', ...FIXTURE_OVER_STDIO, env }, { era, asks: ASKS });
  }
  const { url, close } = await startFixture();
  afterTest(close);
  return await openEndpointHarness(
    { kind: 'http', url, headers: {} },
    { era, asks: ASKS, allowPrivate: [new URL(url).host] },
  );
};

describe.each<[TransportKind, 'legacy' | 'modern']>([
  ['stdio', 'legacy'],
  ['stdio', 'modern'],
  ['http', 'legacy'],
  ['http', 'modern'],
])('a server of the SDK over %s in the %s era', (way, era) => {
  it('lists, calls, reports, asks, tells of changes, and is never found to misbehave', async () => {
    const here = await fixture(way, era);
    expect(await here.upstream.hello()).toMatchObject({ era });
    expect(await here.upstream.control('tools/list', {})).toMatchObject({ tools: expect.any(Array) });
    expect(textOf(await here.tool('test_simple_text'))).toEqual(expect.any(String));
    const { progress } = await here.tool('test_tool_with_progress');
    expect(progress.length).toBeGreaterThan(2);
    expect((await here.tool('test_error_handling')).reply).toMatchObject({ result: { isError: true } });
    const read = await here.send(
      { kind: 'resource', uri: 'test://static-text' },
      { method: 'resources/read', meta: {} },
    );
    expect(read.reply).toMatchObject({
      type: 'result',
      result: { contents: [{ uri: 'test://static-text' }] },
    });
    const prompt = await here.send(
      { kind: 'prompt', name: 'test_simple_prompt' },
      { method: 'prompts/get', meta: {} },
    );
    expect(prompt.reply).toMatchObject({ type: 'result', result: { messages: expect.any(Array) } });
    if (era === 'legacy') {
      await here.tool('test_elicitation', { message: 'm' });
      expect(here.asked).toMatchObject([{ method: 'elicitation/create' }]);
    } else {
      const asks = await here.tool('test_input_required_result_elicitation');
      expect(asks.reply).toMatchObject({ result: { resultType: 'input_required' } });
    }
    here.notes.length = 0;
    await here.tool('test_trigger_tool_change');
    await until(() => here.notes.some(({ method }) => method === 'notifications/tools/list_changed'));
    expect(here.told).toEqual([]);
    expect(here.lost).toEqual([]);
  });
});

it('a server of the SDK gets the headers that its tools want', async () => {
  const here = await fixture('http', 'modern');
  const list = (await here.upstream.control('tools/list', {})) as { tools: { name: string }[] };
  const tool = list.tools.find((each) => JSON.stringify(each).includes('x-mcp-header'));
  expect(tool).toBeDefined();
  const schema = JSON.stringify(tool);
  const name = /"([^"]+)":\{[^{}]*"x-mcp-header"/.exec(schema)?.[1] ?? '';
  const { reply, error } = await here.tool(tool?.name ?? '', { [name]: 'zürich' });
  expect(error).toBeUndefined();
  expect(reply?.type).toBe('result');
});

it('a server of the SDK that breaks off its stream is read on from there', async () => {
  const here = await fixture('http', 'legacy');
  const sent = await here.tool('test_reconnection');
  expect(textOf(sent)).toEqual(expect.any(String));
  expect(here.told).toEqual([]);
});

it.each<TransportKind>(['stdio', 'http'])(
  'a server of the SDK over %s runs a task to its end',
  async (way) => {
    const here = await fixture(way, 'modern');
    const sent = await here.tool('slow_compute', { seconds: 1 }, { how: { asTask: true } });
    expect(textOf(sent)).toEqual(expect.any(String));
    const failed = await here.tool('protocol_error_job', {}, { how: { asTask: true } });
    expect(failed.reply).toMatchObject({ type: 'error' });
    expect(here.told).toEqual([]);
  },
);
