import { toolAnnotationsSchema } from '@callgate/core/zod';
import { lintTools } from '@callgate/catalogue/lint';
import { definitionsOf } from '@callgate/manifest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { frameworksHome } from '../../adapters/test/suite/frameworks-home.ts';
import { manifest } from './notes-manifest.ts';
import { RawClient } from './raw-client.ts';

await frameworksHome();

describe.each(['v1', 'v2', 'fast'])('what %s lists', (file) => {
  let client: RawClient;
  beforeAll(async () => {
    client = await new RawClient('legacy', false, file).open();
  });
  afterAll(async () => await client.close());

  it('is as well described as its manifest', async () => {
    const rules = (tools: readonly object[]): readonly string[] =>
      lintTools(tools, { failOn: 'warning' }).map(({ rule, tool }) => `${rule} ${tool}`);
    expect(rules(definitionsOf(manifest))).toEqual([]);
    expect(rules(await client.tools())).toEqual([]);
  });

  it('fits the schema of annotations in both homes', async () => {
    for (const { annotations, _meta: meta } of await client.tools())
      for (const home of [annotations, meta]) expect(() => toolAnnotationsSchema.parse(home)).not.toThrow();
  });
});
