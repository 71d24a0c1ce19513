import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CHECK_EXAMPLES } from '../../src/cli/check-examples.ts';
import { CHECKS } from '../../src/library/index.ts';
import { ROOT } from './page.ts';

/** Each file of the room, without line breaks. */
const FILES = readdirSync(join(ROOT, 'src/contract'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => ({ name, text: readFileSync(join(ROOT, 'src/contract', name), 'utf8').replace(/\s+/g, ' ') }));
const ALL = [...FILES.map(({ text }) => text), readFileSync(join(ROOT, 'src/validation/judge/words.ts'), 'utf8')].join(
  '\n',
);

/** The code of one check; that of all where the validator or several checks write the message. */
function codeOf(id: string): string {
  const own = FILES.find(({ name }) => name.endsWith(`/${id.replaceAll('.', '-')}.ts`))?.text;
  return own?.includes('message: `') === true || own?.includes("message: '") === true ? own : ALL;
}

/** Whether code has two words of a sentence: side by side, or two longer ones where values stand between them. */
function saysSo(code: string, sentence: string): boolean {
  const words = sentence.split(' ');
  const isPair = words.some((word, at) => at > 0 && code.includes(`${words[at - 1]} ${word}`));
  return isPair || words.filter((word) => word.length > 3 && code.includes(word.replace(/[.,;:]$/, ''))).length > 1;
}

test('every check has an example of its finding', () => {
  expect(CHECKS.map(({ id }) => id).filter((id) => !Object.hasOwn(CHECK_EXAMPLES, id))).toEqual([]);
  const known = new Set(CHECKS.map(({ id }) => id));
  expect(Object.keys(CHECK_EXAMPLES).filter((id) => !known.has(id))).toEqual([]);
});

test('an example says what the check says: two of its words are in the code', () => {
  expect(
    Object.entries(CHECK_EXAMPLES).filter(([id, text]) => ![codeOf(id), ALL].some((code) => saysSo(code, text))),
  ).toEqual([]);
});
