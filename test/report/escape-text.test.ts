import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { html, visible, visibleLines } from '../../src/look/index.ts';
import {
  clip,
  markdown,
  markdownBlock,
  markdownCode,
  workflowMessage,
  workflowProperty,
  xml,
  xmlAttribute,
} from '../../src/report/escape-text.ts';
import { parseXml } from '../../src/wire/index.ts';
import { HOSTILE } from './story.ts';

const anything = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), fc.constant(HOSTILE));
const INVISIBLE = /[\p{Control}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]|\p{Surrogate}/u;

describe('text from outside', () => {
  it('moves no cursor and turns no text around once it is visible', () => {
    fc.assert(fc.property(anything, (text) => !INVISIBLE.test(visible(text))));
    fc.assert(fc.property(anything, (text) => !INVISIBLE.test(visibleLines(text).replace(/[\n\t]/g, ''))));
    expect(visible('\u001b[31mred\u009b2J\r\n\u202e')).toBe('\\u001b[31mred\\u009b2J\\r\\n\\u202e');
    expect(visibleLines('a\r\nb\tc\rd')).toBe('a\nb\tc\\rd');
  });

  it('is cut between characters, never within one', () => {
    expect(clip('abc🐶def', 5)).toBe('abc…');
    expect(clip('abc', 3)).toBe('abc');
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.integer({ min: 1, max: 9 }),
        (text, max) => clip(text, max).length <= max && !/\p{Surrogate}/u.test(clip(text, max)),
      ),
    );
  });

  it('is text in XML, wherever it stands, and comes back as what was visible', () => {
    fc.assert(
      fc.property(anything, (text) => {
        const clean = visibleLines(text).replace(/[\ufffe\uffff]/g, '\ufffd');
        expect(parseXml(`<a b="${xmlAttribute(text)}"><t>${xml(text)}</t></a>`)).toEqual({
          ok: true,
          value: { b: clean, t: clean },
        });
      }),
    );
  });

  it('brings no markup into HTML', () => {
    fc.assert(fc.property(anything, (text) => !/[<>"'`]|&(?!#\d+;)/.test(html(text))));
  });

  it('cannot end a Markdown block or code span, nor begin anything in a line', () => {
    fc.assert(
      fc.property(fc.oneof(anything, fc.stringMatching(/^[`|a ]{0,8}$/)), (text) => {
        const [first = '', ...rest] = markdownBlock(text, 'sh').split('\n');
        const fence = first.slice(0, -2);
        expect(rest.at(-1)).toBe(fence);
        expect(rest.slice(0, -1).some((line) => line.includes(fence))).toBe(false);
        const code = markdownCode(text);
        const run = /^`+/.exec(code)?.[0] ?? '';
        expect(code.endsWith(run)).toBe(true);
        expect(code.slice(run.length, -run.length)).not.toContain(run);
        expect(code).not.toMatch(/(?<!\\)\|/);
        expect(markdown(text)).not.toMatch(/[<>@$\n]|(?<!\\)(?:\\\\)*[`*_[\]|~]|https?:\/\/|www\./i);
        expect(markdown(text)).not.toMatch(/^(?:[-+#=:]|\d+[.)])/);
      }),
    );
    expect(markdown('2026-01-01 at 10:30')).toBe('2026-01-01 at 10:30');
    expect(markdown('=cmd()')).toBe('\\=cmd()');
    expect(markdown('1. one')).toBe('1\\. one');
  });

  it('stays within one GitHub workflow command', () => {
    fc.assert(
      fc.property(anything, (text) => {
        expect(workflowMessage(text)).not.toMatch(/[\r\n]|%(?!25|0A)/);
        expect(workflowProperty(text)).not.toMatch(/[\r\n:,]|%(?!25|3A|2C)/);
      }),
    );
    expect(workflowMessage('a\n::error::b 100%')).toBe('a%0A::error::b 100%25');
  });
});
