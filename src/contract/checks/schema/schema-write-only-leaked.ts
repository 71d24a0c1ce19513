import { type Check, defineCheck } from '../../model/check.ts';

export const schemaWriteOnlyLeaked: Check = defineCheck({
  id: 'schema.write-only-leaked',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'schema',
  needs: ['violations'],
  question: 'Is nothing returned that is only to be written?',
  guard: "The validator's verdict: properties that the schema marks writeOnly and the answer shows.",
  judge(seen) {
    return seen
      .violations()
      .filter(({ code }) => code === 'response.write-only')
      .map((violation) => ({
        ...(violation.rule === undefined ? {} : { pointer: violation.rule }),
        messagePointer: violation.pointer,
        keyword: 'writeOnly',
        expected: 'the property left out',
        actual: 'the property there',
        message: violation.message,
      }));
  },
});
