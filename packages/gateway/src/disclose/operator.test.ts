import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { digestDefinition } from '@callgate/core/disclose';
import { describe, expect, it, onTestFinished } from 'vitest';
import { MemoryOperatorDecisions } from '../../test/disclose/memory-operator-decisions.ts';
import type { CatalogueHarness } from '../../test/disclose/catalogue-harness.ts';
import { lists, serverConfig, openCatalogue, tool } from '../../test/disclose/catalogue-harness.ts';
import type { ToolChange } from './tool-change.ts';
import { applyToolChange } from './tool-change.ts';
import type { OperatorDecisionStore } from './operator-decision-file.ts';
import { OperatorDecisionFile } from './operator-decision-file.ts';
import { buildPinnedInventory } from './pinned-inventory.ts';
import { acceptDefinition, MemoryPinStore } from './pin-store.ts';

const ABOUT = { server: 's', identity: 'sha256:one', by: 'ann', at: 5, reason: 'because' };
type Kind = ToolChange extends infer C
  ? C extends ToolChange
    ? Omit<C, 'by' | 'at' | 'reason' | 'server' | 'identity'>
    : never
  : never;

const say = (book: OperatorDecisionStore, { catalogue }: CatalogueHarness, kind: Kind): void => {
  book.change((all) => applyToolChange(all, { ...ABOUT, ...kind } as ToolChange));
  catalogue.refresh();
};

const DELETE = tool('delete', { annotations: { destructiveHint: true } });
const AS_READ = tool('delete', { annotations: { readOnlyHint: true } });
const digestOf = (definition: typeof DELETE): string => digestDefinition(definition).digest;

const open = (): {
  readonly book: MemoryOperatorDecisions;
  readonly there: CatalogueHarness;
  readonly pins: MemoryPinStore;
} => {
  const book = new MemoryOperatorDecisions();
  const pins = new MemoryPinStore();
  const there = openCatalogue([serverConfig('s')], { operator: book, pins });
  there.catalogue.update('s', lists({ tool: [DELETE, tool('look')] }));
  return { book, there, pins };
};

const belief = ({ catalogue }: CatalogueHarness, hint: string, name = 'delete'): unknown => {
  const input = catalogue
    .stock()[0]
    ?.tools.find((each) => each.name === name)
    ?.traced().tool;
  const said = [...(input?.overrides ?? []), ...(input?.reviews ?? [])].flatMap(({ set }) => set[hint] ?? []);
  return said;
};

describe('a disabled tool', () => {
  it('is neither listed nor callable, and is still there for people to look at', () => {
    const { book, there } = open();
    say(book, there, { change: 'disable', tool: 'delete' });
    expect(there.view().tools.map(({ name }) => name)).toEqual(['s__look']);
    expect(there.view().tool('s__delete')).toBeUndefined();
    expect(there.catalogue.find('tool', 's', 'delete')).toBeUndefined();
    expect(there.catalogue.stock()[0]?.tools).toMatchObject([
      { name: 'delete', exposed: null, disabled: { by: 'ann', reason: 'because' } },
      { name: 'look', exposed: 's__look', disabled: null },
    ]);
    expect(there.codes()).toEqual(['DISABLED']);
    expect(there.news.map(({ code }) => code)).not.toContain('DISABLED');
  });

  it('comes back when it is enabled, as the same tool', () => {
    const { book, there } = open();
    const before = there.catalogue.find('tool', 's', 'delete');
    say(book, there, { change: 'disable', tool: 'delete' });
    say(book, there, { change: 'enable', tool: 'delete' });
    expect(there.catalogue.find('tool', 's', 'delete')).toBe(before);
  });

  it('stays away when its alias stands for something else', () => {
    const { book, there } = open();
    say(book, there, { change: 'disable', tool: 'delete' });
    there.catalogue.update('s', lists({ tool: [DELETE] }, 'sha256:two'));
    expect(there.view().tools).toEqual([]);
  });

  it('is told to those who read lists', () => {
    const { book, there } = open();
    const changes: unknown[] = [];
    there.catalogue.onChange((changed) => changes.push(changed));
    say(book, there, { change: 'disable', tool: 'delete' });
    expect(changes).toEqual([{ tools: true, prompts: false, resources: false }]);
  });
});

describe('an override', () => {
  it('is the operator’s word, and is gone when it is taken back', () => {
    const { book, there } = open();
    say(book, there, { change: 'override', tool: 'delete', set: { destructive: 'no' } });
    expect(belief(there, 'destructive')).toEqual(['no']);
    expect(belief(there, 'destructive', 'look')).toEqual([]);
    say(book, there, { change: 'clear-override', tool: 'delete' });
    expect(belief(there, 'destructive')).toEqual([]);
  });

  it('bound to a definition relaxes nothing of another, and still asks for care there', () => {
    const { book, there, pins } = open();
    const set = { destructive: 'no', sensitiveData: 'yes' } as const;
    say(book, there, { change: 'override', tool: 'delete', set, definition: digestOf(DELETE) });
    expect(belief(there, 'destructive')).toEqual(['no']);
    there.catalogue.update('s', lists({ tool: [AS_READ, tool('look')] }));
    expect(
      acceptDefinition(pins, 's', 'sha256:one', { kind: 'tool', name: 'delete', digest: digestOf(AS_READ) }),
    ).toBe(true);
    there.catalogue.refresh();
    expect(there.catalogue.find('tool', 's', 'delete')?.tool.quarantine).toBeNull();
    expect(belief(there, 'destructive')).toEqual([]);
    expect(belief(there, 'sensitiveData')).toEqual(['yes']);
  });

  it('does not follow its alias to another command', () => {
    const { book, there } = open();
    say(book, there, { change: 'override', tool: 'delete', set: { destructive: 'no' } });
    there.catalogue.update('s', lists({ tool: [DELETE] }, 'sha256:two'));
    expect(belief(there, 'destructive')).toEqual([]);
  });
});

describe('a review', () => {
  it('counts for exactly the definition that was looked at', () => {
    const { book, there, pins } = open();
    const review = {
      change: 'review',
      tool: 'delete',
      set: { readOnly: 'yes' },
      definition: digestOf(DELETE),
    } as const;
    say(book, there, review);
    expect(belief(there, 'readOnly')).toEqual(['yes']);
    expect(there.catalogue.find('tool', 's', 'delete')?.tool.reviews).toMatchObject([
      { by: 'ann', reason: 'because' },
    ]);
    there.catalogue.update('s', lists({ tool: [AS_READ] }));
    acceptDefinition(pins, 's', 'sha256:one', { kind: 'tool', name: 'delete', digest: digestOf(AS_READ) });
    there.catalogue.refresh();
    expect(belief(there, 'readOnly')).toEqual([]);
  });
});

describe('a changed definition', () => {
  it('is accepted only as it was looked at', () => {
    const { there, pins } = open();
    there.catalogue.update('s', lists({ tool: [AS_READ] }));
    const accept = (digest: string): boolean =>
      acceptDefinition(pins, 's', 'sha256:one', { kind: 'tool', name: 'delete', digest });
    expect(accept(digestOf(tool('delete', { title: 'another one' })))).toBe(false);
    expect(there.catalogue.find('tool', 's', 'delete')?.tool.quarantine).not.toBeNull();
    expect(accept(digestOf(AS_READ))).toBe(true);
    expect(accept(digestOf(AS_READ))).toBe(false);
  });

  it('that is kept out is not offered while it lasts', () => {
    const { book, there } = open();
    there.catalogue.update('s', lists({ tool: [AS_READ] }));
    say(book, there, { change: 'keep-out', tool: 'delete', definition: digestOf(AS_READ) });
    expect(there.view().tool('s__delete')).toBeUndefined();
    there.catalogue.update('s', lists({ tool: [DELETE] }));
    expect(there.view().tool('s__delete')).toBeDefined();
  });
});

describe('what cannot be read', () => {
  it('offers no tool of any server, says why, relaxes nothing, and ends when it can be read', () => {
    const folder = mkdtempSync(join(tmpdir(), 'callgate-operator-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const book = new OperatorDecisionFile(folder);
    const there = openCatalogue([serverConfig('s'), serverConfig('t')], { operator: book });
    for (const server of ['s', 't'])
      there.catalogue.update(server, lists({ tool: [DELETE, tool('look')], prompt: [{ name: 'sum' }] }));
    say(book, there, { change: 'override', tool: 'look', set: { readOnly: 'yes' } });
    say(book, there, { change: 'disable', tool: 'delete' });
    const text = readFileSync(join(folder, 'operator.2.json'), 'utf8');
    writeFileSync(join(folder, 'operator.2.json'), text.slice(0, -9));
    there.catalogue.refresh();
    expect(there.view().tools).toEqual([]);
    expect(there.catalogue.find('tool', 't', 'look')).toBeUndefined();
    expect(there.view().prompts.map(({ name }) => name)).toEqual(['s__sum', 't__sum']);
    expect(there.codes()).toEqual(['OPERATOR_DAMAGED', 'OPERATOR_DAMAGED']);
    expect(there.news.at(-1)?.message).toContain('Restore it from a backup');
    expect(belief(there, 'readOnly', 'look')).toEqual([]);
    writeFileSync(join(folder, 'operator.2.json'), text);
    there.catalogue.refresh();
    expect(there.view().tools.map(({ name }) => name)).toEqual(['s__look', 't__delete', 't__look']);
  });
});

describe('a server that is not served here', () => {
  it('is shown as it was last seen, and nothing is written for it', () => {
    const { book, there, pins } = open();
    say(book, there, { change: 'disable', tool: 'look' });
    there.catalogue.update('s', lists({ tool: [AS_READ, tool('look')] }));
    const before = pins.read('s', 'sha256:one');
    const seen = buildPinnedInventory(
      { server: 's', identity: 'sha256:one', pins: before },
      { operator: book, customHints: [] },
    );
    expect(seen?.tools).toMatchObject([
      { name: 'delete', digest: digestOf(AS_READ), pinnedDigest: digestOf(DELETE), disabled: null },
      { name: 'look', disabled: { by: 'ann' }, exposed: null },
    ]);
    expect(seen?.tools[0]?.quarantine).toContain('changed since it was first seen');
    expect(pins.read('s', 'sha256:one')).toBe(before);
  });
});
