import { type Check, defineCheck } from '../check.ts';
import { draftsOf, isProvokedRefusal } from './schema.ts';

/** Guard: only refusals that we provoked, whose status the operation documents with a schema; other answers belong to `schema.*`. */
export const rejectErrorShape: Check = defineCheck({
  id: 'reject.error-shape',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'schema',
  question: 'Has a refusal the shape that is documented for it?',
  wfc: 'F101',
  judge(seen) {
    if (!isProvokedRefusal(seen) || seen.response.status >= 500) return [];
    return draftsOf(seen).map(({ draft }) => ({
      ...draft,
      message: `The refusal ${seen.response.status} is not as documented: ${draft.message}`,
    }));
  },
});
