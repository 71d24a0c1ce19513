import type { Operation } from '../../spec/index.ts';
import { parseJson } from '../../wire/index.ts';

const STREAM = /\b(stream(s|ed|ing)?|long[- ]poll\w*|watch(es|ing)?|subscri(be|bes|ption)|server[- ]sent)\b/i;

/** Whether the document describes an answer that continues until the client ends it. */
export function isStream({ summary = '', description = '', responses }: Operation): boolean {
  const texts = [summary, description, ...responses.map((each) => each.description)];
  return texts.some((text) => STREAM.test(text));
}

/** Whether a text has a JSON value on each line. The last one may be cut off. */
export function isJsonLines(text: string): boolean {
  const [first = '', second = '', ...others] = text.split('\n').filter((line) => line.trim() !== '');
  const whole = second === '' ? [] : [first, second, ...others].slice(0, -1);
  return whole.length > 0 && whole.every((line) => parseJson(line).ok);
}
