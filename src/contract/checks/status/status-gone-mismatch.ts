import { clusterKey } from '../../../resources/index.ts';
import { type Check, defineCheck } from '../../model/check.ts';

const OF_DELETION = /\b(delet\w+|remov\w+|struck|withdrawn|erased|destroyed|deregistered|discarded)\b/i;
const OF_OTHERS = /\b(expire\w*|version|sunset|endpoint|moved|link|token|cursor)\b/i;

export const statusGoneMismatch: Check = defineCheck({
  id: 'status.gone-mismatch',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'purpose',
  stories: ['after-delete'],
  question: 'Is a deleted item answered with 410, if the document has 410 for that?',
  guard:
    'Only reads of an item of the run right after a delete with 2xx (not 202). Both 410 and 404 must be documented, and only the description of the 410 must mention deleted items, not those that the path names above this one.',
  judge({ purpose: { story }, response: { status }, operation }) {
    if (story.kind !== 'after-delete' || story.again || story.deletion.status === 202 || status !== 404) return [];
    const described = (wanted: string) => operation?.responses.find((each) => each.status === wanted);
    const [missing, gone] = [described('404'), described('410')];
    if (operation === undefined || missing === undefined || gone === undefined) return [];
    if (!OF_DELETION.test(gone.description) || OF_OTHERS.test(gone.description)) return [];
    if (OF_DELETION.test(missing.description) || isOfItemAbove(operation.path, gone.description)) return [];
    return [
      {
        pointer: gone.pointer,
        messagePointer: '/status',
        expected: '410',
        actual: '404',
        message: `${operation.id} answers 404 for what was just deleted; the document has 410 for that ("${gone.description.trim().slice(0, 80)}").`,
      },
    ];
  },
});

/** Whether a text is about the item above: “The ticket was deleted” at `/tickets/{id}/comments/{commentId}`. */
function isOfItemAbove(path: string, text: string): boolean {
  const words = new Set((text.match(/[a-z]+/gi) ?? []).map(clusterKey));
  const names = path.split('/').filter((part) => part !== '' && !part.startsWith('{'));
  const [own, ...above] = names.reverse().map(clusterKey);
  return own !== undefined && !words.has(own) && above.some((name) => words.has(name));
}
