import { describe, expect, it } from 'vitest';
import { UriTemplate } from './uri-template.ts';

const matches = (template: string, uri: string): boolean | undefined =>
  UriTemplate.of(template)?.matches(uri);

describe('uri templates', () => {
  it.each([
    ['test://template/{id}/data', 'test://template/123/data'],
    ['demo://resource/dynamic/text/{resourceId}', 'demo://resource/dynamic/text/1'],
    ['file:///{+path}', 'file:///a/b/c.txt'],
    ['file://{/path*}/end', 'file:///a/b/end'],
    ['a://{x}.{y}', 'a://1.2.3'],
    ['a://{+path}/{name}', 'a://x/y/z'],
    ['search://q{?term,page}', 'search://q?term=a&page=2'],
    ['search://q{?term}', 'search://q'],
    ['doc:{id:8}#top', 'doc:abc#top'],
    ['a:{x,y}', 'a:1,2'],
    ['exported-data://{exportName}', 'exported-data://dump.json'],
  ])('%s stands for %s', (template, uri) => {
    expect(matches(template, uri)).toBe(true);
  });

  it.each([
    ['test://template/{id}/data', 'test://template/1/2/data'],
    ['test://template/{id}/data', 'test://template/1/data/more'],
    ['test://template/{id}', 'test://template/1?x=2'],
    ['a://{+path}/{name}', 'b://x/y'],
    ['search://q{?term}', 'search://q/other'],
    ['a:{x}b', 'a:c'],
  ])('%s does not stand for %s', (template, uri) => {
    expect(matches(template, uri)).toBe(false);
  });

  it.each([
    '{scheme}://x',
    'x',
    'a://{',
    'a://}',
    'a://{}',
    'a://{x}{',
    'a://{x{y}}',
    'a://{x y}',
    'a:// b',
    'a://ä{x}',
    `a:${'{x}'.repeat(17)}`,
    `a:${'x'.repeat(3000)}`,
  ])('%s is none', (template) => {
    expect(UriTemplate.of(template)).toBeUndefined();
  });

  it('takes work in proportion to the uri, whatever the template is made of', () => {
    const template = UriTemplate.of(`a:${'{+x}a'.repeat(16)}b`);
    expect(template?.matches(`a:${'a'.repeat(4000)}`)).toBe(false);
    expect(template?.matches(`a:${'a'.repeat(4000)}b`)).toBe(true);
    expect(template?.matches(`a:${'a'.repeat(9000)}b`)).toBe(false);
  });
});
