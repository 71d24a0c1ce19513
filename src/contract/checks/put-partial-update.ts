import { isArray, jsonEquals } from '../../wire/index.ts';
import { entity } from '../changes.ts';
import { type Check, defineCheck } from '../check.ts';

export const putPartialUpdate: Check = defineCheck({
  id: 'put.partial-update',
  tier: 3,
  severity: 'info',
  about: 'service',
  layer: 'value',
  question: 'Does PUT take away what it leaves out?',
  guard: 'Only optional properties that the first PUT set and the second left out; a default may take their place.',
  judge(seen) {
    const { story } = seen.purpose;
    const after = entity(seen);
    if (story.kind !== 'partial-put' || typeof after !== 'object' || after === null || isArray(after)) return [];
    const { before, sent } = story;
    if (typeof before !== 'object' || before === null || isArray(before)) return [];
    const kept = Object.keys(before).filter(
      (name) =>
        !Object.hasOwn(sent, name) &&
        Object.hasOwn(after, name) &&
        jsonEquals(before[name] ?? null, after[name] ?? null),
    );
    return kept.map((name) => ({
      messagePointer: `/body/${name}`,
      subject: name,
      expected: `${name} gone or at its default (RFC 9110 §9.3.4)`,
      actual: `${name} as it was`,
      message: `A PUT without ${name} left it as it was.`,
    }));
  },
});
