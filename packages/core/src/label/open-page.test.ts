import type { JsonObject, TracedTool } from '@callgate/core';
import { describe, expect, it } from 'vitest';
import { READS, SENDS, makeTracedTool } from '../../test/make-traced-tool.ts';
import type { OpenPage } from './open-page.ts';
import { enterPage, isPagePart, leavePage } from './open-page.ts';

const text = { type: 'string' };
const named = (name: string, properties: JsonObject = {}, annotations = SENDS): TracedTool =>
  makeTracedTool(name, { annotations, properties });
const open = named('open_page', { url: text });
const fill = named('fill_field', { ref: text, value: text, submit: { type: 'boolean' } });
const server = open.tool.server.name;

const enter = (
  pages: readonly OpenPage[],
  call: string,
  tool: TracedTool,
  args: JsonObject = {},
  isProven = true,
): readonly OpenPage[] => enterPage(pages, { tool, args, call, isProven: () => isProven });
const opened = enter(leavePage([], open, 'c1'), 'c1', open, { url: 'https://a.example' });

describe('the page that a browser shows', () => {
  it('is proven with the result of a call to a proven address', () => {
    expect(leavePage([], open, 'c1')).toEqual([{ server, opened: 'c1', call: 'c1', proven: false }]);
    expect(opened).toEqual([{ server, opened: 'c1', call: 'c1', proven: true }]);
    expect(enter(leavePage([], open, 'c1'), 'c1', open, {}, false)[0]?.proven).toBe(false);
    expect(enter(leavePage([], open, 'c1'), 'c2', open)[0]?.proven).toBe(false);
    expect(leavePage([], fill, 'c1')).toEqual([]);
  });

  it.each(['take_snapshot', 'browser_get_text', 'wait_for_page'])('stays with %s', (name) => {
    expect(leavePage(opened, named(name, {}, READS), 'c2')).toBe(opened);
  });

  it.each(['click', 'navigate_back', 'select_page', 'press_key', 'switch_tab', 'type_text'])(
    'is none after %s',
    (name) => {
      const tool = named(name, { ref: text });
      const left = leavePage(opened, tool, 'c2');
      expect(left[0]?.proven).toBe(false);
      expect(enter(left, 'c2', tool, {})[0]?.proven).toBe(false);
    },
  );

  it('comes back with the result of a call that only filled in a field', () => {
    const left = leavePage(opened, fill, 'c2');
    expect(left).toEqual([{ server, opened: 'c1', call: 'c2', proven: false }]);
    expect(enter(left, 'c2', fill, { ref: 'e5', value: 'x', submit: false })[0]?.proven).toBe(true);
    for (const args of [{ ref: 'e5', value: 'x', submit: true }, { ref: 'e5', value: 'x\n' }, { value: 'x' }])
      expect(enter(left, 'c2', fill, args)[0]?.proven).toBe(false);
    const beside = leavePage(left, fill, 'c3');
    expect(enter(enter(beside, 'c2', fill, { ref: 'e5' }), 'c3', fill, { ref: 'e5' })[0]?.proven).toBe(false);
  });

  it('is remembered of so many servers', () => {
    const many = Array.from({ length: 16 }, (_, at) => ({
      server: `s${at}`,
      opened: 'c',
      call: 'c',
      proven: true,
    }));
    expect(leavePage(many, open, 'c1')).toHaveLength(16);
  });
});

describe('a part of a page', () => {
  it.each([
    [['ref'], 'ref', true],
    [['element_id'], 'element_id', true],
    [['fields', 0, 'name'], 'name', true],
    [['elements', 0, 'value'], 'value', false],
    [['name'], 'name', false],
    [['id'], 'id', false],
  ] as const)('is what stands at %s: %s', (path, name, is) => {
    expect(isPagePart({ path, name })).toBe(is);
  });
});
