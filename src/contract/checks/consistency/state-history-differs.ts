import { stringifyJson } from '../../../wire/index.ts';
import { type Check, defineCheck } from '../../model/check.ts';
import type { HistoryFault } from '../../model/purpose.ts';

export const stateHistoryDiffers: Check = defineCheck({
  id: 'state.history-differs',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'value',
  stories: ['history'],
  question: 'Does the history of an item show what was done to it?',
  guard:
    'Only lists below an item that are called a history and that no operation adds to, and changes of an item of the run that a read shows. Some change of the run must have added an entry. A missing entry counts if the text of the history names the change, or says that every change is there, and only after a wait of more than a second. The kind of an entry counts if exactly one listed value is a form of the name of the change. The order counts if the text says which end is first.',
  judge({ purpose: { story }, operation }) {
    if (story.kind !== 'history') return [];
    const { expected, actual, message } = tellFault(operation?.id ?? 'The history', story);
    return [
      {
        messagePointer: '/body',
        subject: `${story.write} ${story.of}`,
        keyword: story.of,
        ...(story.of === 'order' ? { sentence: story.sentence } : {}),
        expected,
        actual,
        message,
      },
    ];
  },
});

function tellFault(history: string, fault: HistoryFault): Record<'expected' | 'actual' | 'message', string> {
  const { write } = fault;
  switch (fault.of) {
    case 'nothing':
      return {
        expected: `an entry about ${write}`,
        actual: 'the entries from before',
        message: `${history} shows nothing of ${write}, which changed the item.`,
      };
    case 'lost':
      return {
        expected: 'the entries from before, and a new one',
        actual: 'an entry from before is not there',
        message: `${history} no longer shows an entry that it showed before ${write}.`,
      };
    case 'kind':
      return {
        expected: `an entry whose ${fault.property} is ${fault.value}`,
        actual: stringifyJson(fault.actual),
        message: `${history} shows ${write} as an entry whose \`${fault.property}\` is ${stringifyJson(fault.actual)}, not ${stringifyJson(fault.value)}.`,
      };
    case 'order':
      return {
        expected: `the ${fault.first} entry first`,
        actual: 'another order',
        message: `${history} has the entry about ${write} on the wrong side: the document says that the ${fault.first} is first.`,
      };
    case 'another':
      return {
        expected: 'only what happened to the item',
        actual: 'an entry about another item',
        message: `${history} shows in the history of one item what was done to another one.`,
      };
  }
}
