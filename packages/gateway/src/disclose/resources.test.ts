import type { JsonObject } from '@callgate/core';
import { describe, expect, it } from 'vitest';
import {
  listing,
  lists,
  reparse,
  serverConfig,
  openCatalogue,
} from '../../test/disclose/catalogue-harness.ts';

const resource = (uri: string, more: JsonObject = {}): JsonObject => ({ uri, name: uri, ...more });
const template = (uriTemplate: string, more: JsonObject = {}): JsonObject => ({
  uriTemplate,
  name: 'T',
  ...more,
});

describe('resources', () => {
  it('keep their uri, and can be read where they are listed, of a template, or were given', () => {
    const { catalogue, view } = openCatalogue([serverConfig('a'), serverConfig('b')]);
    catalogue.update('a', lists({ resource: [resource('a:1')], template: [template('t:{x}')] }));
    expect(view().resources).toEqual([resource('a:1')]);
    expect(view().resource('a:1')).toMatchObject({ server: 'a', name: 'a:1' });
    expect(view().resource('t:5')).toMatchObject({ server: 'a', name: 't:5' });
    expect(view().template('t:{x}')).toMatchObject({ server: 'a', name: 't:{x}' });
    expect(view().resource('z:1')).toBeUndefined();
    expect(catalogue.find('resource', 'b', 'z:1')).toBeUndefined();
    expect(catalogue.noteResource('b', 'z:1')).toBe(true);
    expect(view().resource('z:1')).toMatchObject({ server: 'b', name: 'z:1' });
    expect(catalogue.find('resource', 'b', 'z:1')?.tool).toMatchObject({ kind: 'resource', name: 'z:1' });
    expect(catalogue.find('resource', 'a', 'z:1')).toBeUndefined();
  });

  it('are reads of which nobody knows how far they reach', () => {
    const { catalogue } = openCatalogue([serverConfig('a')]);
    catalogue.update('a', lists({ resource: [resource('a:1')] }));
    expect(catalogue.find('resource', 'a', 'a:1')).toMatchObject({
      mutates: false,
      outward: true,
      raises: { private: 'possible', untrusted: 'possible' },
    });
  });

  it('are a way out to a server nobody vouches for where the agent writes into them', () => {
    for (const trust of ['untrusted', 'trusted'] as const) {
      const { catalogue } = openCatalogue([serverConfig('a', { trust })]);
      catalogue.update(
        'a',
        lists({
          resource: [resource('a:1')],
          template: [template('t:{x}')],
          prompt: [{ name: 'plain' }, { name: 'asks', arguments: [{ name: 'q' }] }],
        }),
      );
      const known = (kind: 'resource' | 'prompt', name: string): string | undefined =>
        catalogue.find(kind, 'a', name)?.raises.untrusted;
      const written = trust === 'untrusted' ? 'known' : 'possible';
      expect([known('resource', 't:secret'), known('prompt', 'asks')]).toEqual([written, written]);
      expect([known('resource', 'a:1'), known('prompt', 'plain')]).toEqual(['possible', 'possible']);
    }
  });

  it('are what the operator says of their uris; patterns without a colon speak of tools', () => {
    const { catalogue } = openCatalogue([
      serverConfig('a', {
        overrides: [
          { tools: 'a:*', override: { set: { openWorld: 'no' } } },
          { tools: '*', override: { set: { sensitiveData: 'yes' } } },
        ],
      }),
    ]);
    catalogue.update('a', lists({ resource: [resource('a:1'), resource('b:1')] }));
    expect(catalogue.find('resource', 'a', 'a:1')).toMatchObject({
      outward: false,
      raises: { private: 'possible' },
    });
    expect(catalogue.find('resource', 'a', 'b:1')?.outward).toBe(true);
  });

  it('that two servers list belong to neither', () => {
    const { catalogue, view, codes } = openCatalogue([serverConfig('a'), serverConfig('b')]);
    catalogue.update(
      'a',
      lists({ resource: [resource('x:1'), resource('x:2')], template: [template('t:{x}')] }),
    );
    catalogue.update('b', lists({ resource: [resource('x:1')], template: [template('t:{x}')] }));
    expect(view().resource('x:1')).toBeUndefined();
    expect(view().resource('x:2')).toBeDefined();
    expect(view().template('t:{x}')).toBeUndefined();
    expect(view().resource('t:1')).toBeUndefined();
    expect(codes()).toEqual(['URI_SHARED', 'URI_SHARED', 'URI_SHARED', 'URI_SHARED']);
    catalogue.update('b', lists({ resource: [], template: [] }));
    expect(view().resource('x:1')).toMatchObject({ server: 'a' });
  });

  it('that one lists are not taken over by another that only mentions them', () => {
    const { catalogue, view } = openCatalogue([serverConfig('a'), serverConfig('b')]);
    catalogue.update('a', lists({ resource: [resource('x:1')], template: [template('t:{x}')] }));
    catalogue.noteResource('b', 'x:1');
    catalogue.noteResource('b', 't:1');
    expect(view().resource('x:1')).toMatchObject({ server: 'a' });
    expect(view().resource('t:1')).toBeUndefined();
    expect(view().resource('t:2')).toMatchObject({ server: 'a' });
  });

  it('that can never be called are not offered', () => {
    const { catalogue, view, codes } = openCatalogue([serverConfig('a')]);
    const bad = ['file:///a/../b', 'no-scheme', 'a:b c', 'a:\u00e9', 'a:'];
    catalogue.update(
      'a',
      lists({ resource: bad.map((uri) => resource(uri)), template: [template('{x}:y')] }),
    );
    expect(view().resources).toEqual([]);
    expect(codes()).toEqual([...bad, 'template'].map(() => 'URI_REFUSED'));
    for (const uri of bad) expect(catalogue.noteResource('a', uri)).toBe(false);
  });

  it('of a template are set apart with it, even beside a new template that fits too', () => {
    const { catalogue } = openCatalogue([serverConfig('a')]);
    catalogue.update('a', lists({ template: [template('t:{x}')] }));
    const before = catalogue.find('resource', 'a', 't:1');
    expect(before?.tool.quarantine).toBeNull();
    const changed = template('t:{x}', { description: 'now with more' });
    catalogue.update('a', lists({ template: [template('t:{+y}'), changed] }));
    expect(catalogue.find('resource', 'a', 't:1')?.tool.quarantine).not.toBeNull();
  });

  it('stay the same object as long as nothing changed', () => {
    const { catalogue } = openCatalogue([serverConfig('a')]);
    catalogue.update('a', lists({ resource: [resource('x:1')], template: [template('t:{x}')] }));
    catalogue.noteResource('a', 'n:1');
    const uris = ['x:1', 't:1', 'n:1'];
    const before = uris.map((uri) => catalogue.find('resource', 'a', uri));
    expect(before).not.toContain(undefined);
    catalogue.update(
      'a',
      lists({ resource: [reparse(resource('x:1'))], template: [reparse(template('t:{x}'))] }),
    );
    for (const [index, uri] of uris.entries())
      expect(catalogue.find('resource', 'a', uri)).toBe(before[index]);
  });

  it('are data: a changed entry is not set apart', () => {
    const { catalogue } = openCatalogue([serverConfig('a')]);
    catalogue.update('a', lists({ resource: [resource('x:1')] }));
    catalogue.update('a', lists({ resource: [resource('x:1', { size: 7, description: 'new' })] }));
    expect(catalogue.find('resource', 'a', 'x:1')?.tool.quarantine).toBeNull();
  });

  it('are seen through the same filters as tools, listed or not', () => {
    const { catalogue, view } = openCatalogue(
      [serverConfig('a', { overrides: [{ tools: 'in:*', override: { set: { openWorld: 'no' } } }] })],
      { listing: listing({ filters: ['no-open-world'] }) },
    );
    catalogue.update(
      'a',
      lists({ resource: [resource('in:1'), resource('out:1')], template: [template('t:{x}')] }),
    );
    catalogue.noteResource('a', 'in:2');
    expect(view().resources).toEqual([resource('in:1')]);
    expect(view().resource('out:1')).toBeUndefined();
    expect(view().resource('t:1')).toBeUndefined();
    expect(view().resource('in:2')).toBeDefined();
  });

  it('are forgotten, oldest first, before they fill the memory', () => {
    const { catalogue } = openCatalogue([serverConfig('a')]);
    for (let each = 0; each <= 10_000; each += 1) catalogue.noteResource('a', `n:${each}`);
    expect(catalogue.find('resource', 'a', 'n:0')).toBeUndefined();
    expect(catalogue.find('resource', 'a', 'n:10000')).toBeDefined();
  });
});
