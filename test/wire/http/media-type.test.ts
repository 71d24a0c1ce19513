import { describe, expect, it } from 'vitest';
import {
  concreteMediaType,
  contentKind,
  isForm,
  isJson,
  isMultipart,
  isSequential,
  isText,
  isXml,
  mediaTypeMatches,
  mostSpecific,
  negotiate,
  parseMediaType,
} from '../../../src/wire/index.ts';

describe('a media type that is sent for a range', () => {
  it.each([
    ['application/json', 'application/json'],
    ['*/*', 'application/json'],
    ['text/*', 'text/plain'],
    ['image/*', 'image/png'],
    ['application/*+json', 'application/vnd.example+json'],
    ['font/*', 'font/octet-stream'],
  ])('%j: %j', (range, sent) => {
    expect(concreteMediaType(range)).toBe(sent);
    expect(mediaTypeMatches(range, sent)).toBe(true);
  });
});

describe('a media type', () => {
  it('is taken apart whatever its case, spaces and quotes', () => {
    expect(parseMediaType(' Application/Problem+JSON ; Charset="UTF-8" ;; a=b')).toEqual({
      type: 'application',
      subtype: 'problem+json',
      essence: 'application/problem+json',
      suffix: 'json',
      parameters: { charset: 'UTF-8', a: 'b' },
    });
    expect(parseMediaType('a/b;x="q\\"\\\\;,"')?.parameters['x']).toBe('q"\\;,');
  });

  it.each(['', 'json', 'a/', '/b', 'a/b/c', 'a/b;x="', 'a b/c', 'application/json, application/json', 'a/b;x=y z'])(
    'is not %j',
    (text) => {
      expect(parseMediaType(text)).toBeUndefined();
    },
  );

  it('gives parameters that no name can pollute', () => {
    expect(Object.getPrototypeOf(parseMediaType('a/b;__proto__=x')?.parameters)).toBeNull();
  });

  it.each([
    ['*/*', 'image/png', true],
    ['image/*', 'image/png', true],
    ['image/*', 'text/plain', false],
    ['application/json', 'application/json; charset=utf-8', true],
    ['application/json; charset=UTF-8', 'application/json;charset=utf-8', true],
    ['application/json; v=1', 'application/json', false],
    ['application/json; v=1', 'application/json; v=2', false],
    ['application/json', 'application/vnd.api+json', false],
    ['APPLICATION/JSON', 'application/json', true],
    ['application/*+json', 'application/vnd.api+json', true],
    ['application/*+json', 'application/json', false],
    ['application/*+json', 'application/problem+xml', false],
    ['nonsense', 'application/json', false],
    ['*/*', 'nonsense', false],
  ])('%j takes in %j: %j', (range, mediaType, expected) => {
    expect(mediaTypeMatches(range, mediaType)).toBe(expected);
  });

  it.each([
    [['*/*', 'text/*', 'text/plain'], 'text/plain; charset=utf-8', 'text/plain'],
    [['*/*', 'text/*'], 'text/html', 'text/*'],
    [['application/json', 'application/json; v=2'], 'application/json; v=2', 'application/json; v=2'],
    [['application/json; v=1', 'application/json; v=2'], 'application/json; v=3', undefined],
    [['application/json; charset=utf-8'], 'application/json', 'application/json; charset=utf-8'],
    [['text/plain; utf-8'], 'text/plain; utf-8', 'text/plain; utf-8'],
    [['text/plain; utf-8'], 'text/plain', 'text/plain; utf-8'],
    [['application/json; v=1', 'application/json'], 'application/json', 'application/json'],
    [['application/json; v=1', 'application/*'], 'application/json', 'application/json; v=1'],
    [['application/xml'], 'application/json', undefined],
  ])('among %j, %j is named most closely by %j', (offers, mediaType, expected) => {
    expect(mostSpecific(offers, mediaType)).toBe(expected);
  });

  it('is of one kind', () => {
    const kinds = [isJson, isXml, isForm, isMultipart, isSequential, isText];
    for (const [mediaType, kind] of [
      ['application/json', isJson],
      ['text/json', isJson],
      ['application/merge-patch+json; x=y', isJson],
      ['application/json-seq', isSequential],
      ['application/geo+json-seq', isSequential],
      ['text/event-stream', isSequential],
      ['application/stream+json', isSequential],
      ['application/x-ndjson', isSequential],
      ['application/jsonl', isSequential],
      ['text/xml', isXml],
      ['application/problem+xml', isXml],
      ['application/x-www-form-urlencoded', isForm],
      ['multipart/form-data; boundary=x', isMultipart],
      ['text/csv', isText],
      ['application/graphql', isText],
    ] as const)
      expect([mediaType, ...kinds.filter((is) => is(mediaType))]).toEqual([mediaType, kind]);
    expect(contentKind(parseMediaType('image/png') as never)).toBe('other');
    for (const yaml of ['application/yaml', 'application/vnd.api+yaml', 'text/x-yaml'])
      expect(contentKind(parseMediaType(yaml) as never)).toBe('yaml');
  });
});

describe('negotiation', () => {
  const offers = ['application/json', 'application/xml', 'text/plain; v=1'];

  it.each([
    [undefined, 'application/json'],
    ['', 'application/json'],
    ['garbage', 'application/json'],
    ['*/*', 'application/json'],
    ['application/xml', 'application/xml'],
    ['application/xml;q=0.5, application/json;q=0.4', 'application/xml'],
    ['application/json;q=0, */*', 'application/xml'],
    ['application/json;q=0.1, */*;q=0.2', 'application/xml'],
    ['text/*', 'text/plain; v=1'],
    ['text/plain', 'text/plain; v=1'],
    ['text/plain; v=1', 'text/plain; v=1'],
    ['text/plain; v=2', undefined],
    ['application/json; v=1', undefined],
    ['*/*;q=0', undefined],
    ['image/png', undefined],
    ['image/png, garbage', undefined],
    ['application/xml, application/json', 'application/xml'],
    ['*/*, application/xml', 'application/xml'],
    ['application/xml;q=7, application/json;q=0.1', 'application/json'],
    ['text/html, image/gif, *; q=.2', 'application/json'],
    [`${'image/png,'.repeat(800)}application/xml`, 'application/xml'],
    ['application/json; charset=utf-8', 'application/json'],
    ['text/plain; v=1; charset=UTF-8', 'text/plain; v=1'],
    ['application/json; charset=iso-8859-1', undefined],
    ['application/json;charset=utf-8;q=0.5, application/xml', 'application/xml'],
    ['application/json;charset=utf-8;q=0, application/json;q=0.5', 'application/json'],
    ['text/plain; v=2', undefined],
    ['application/xml; text/html', 'application/xml'],
    ['application/xml; text/html;q=0, application/json;q=0.5', 'application/json'],
  ])('%j takes %j', (accept, expected) => {
    expect(negotiate(accept, offers)).toBe(expected);
  });

  it('narrows an offer that is a range itself', () => {
    expect(negotiate('text/csv', ['application/json', 'text/*'])).toBe('text/*');
    expect(negotiate('image/png', ['*/*'])).toBe('*/*');
  });

  it('has nothing to choose from where nothing is offered', () => {
    expect(negotiate('*/*', [])).toBeUndefined();
  });
});
