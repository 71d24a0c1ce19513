import { expect, test } from 'vitest';
import { isRefusedIn, ruleOfText, stateRule } from '../../../src/resources/model/state-words.ts';
import type { Operation } from '../../../src/spec/index.ts';

const STATES = ['open', 'inProgress', 'closed'].map((value) => ({ word: value, value }));
const rule = (description: string, effect?: string, status = '409') =>
  stateRule({ responses: [{ status, description, content: [] }] } as unknown as Operation, STATES, {
    effect,
    singular: 'ticket',
  });
const refused = (description: string, effect?: string, status?: string): readonly string[] | undefined => {
  const found = rule(description, effect, status);
  return found && STATES.map(({ word }) => word).filter((word) => isRefusedIn(found, word));
};

test('a description says in which states an operation is refused', () => {
  expect(refused('The ticket is closed.')).toEqual(['closed']);
  expect(refused('Closed tickets cannot be changed')).toEqual(['closed']);
  expect(refused('The ticket is in progress or closed')).toEqual(['inProgress', 'closed']);
  expect(refused('The ticket is closed.', undefined, '422')).toEqual(['closed']);
});

test('or in which alone it is not', () => {
  expect(refused('The ticket is not open')).toEqual(['inProgress', 'closed']);
  expect(refused('Only open tickets can be closed', 'closed')).toEqual(['inProgress', 'closed']);
});

test('what is read-only is not the only one', () => {
  expect(refused('Closed tickets are read-only, and this one is closed')).toEqual(['closed']);
  expect(refused('A read only ticket: it is closed')).toEqual(['closed']);
});

test('a property that is read-only, or something else of the item, is not the item', () => {
  expect(refused('The `closed` flag is read-only.')).toBeUndefined();
  expect(refused('The project of the ticket is closed.')).toBeUndefined();
  expect(refused('The ticket is changed or closed by someone else.')).toBeUndefined();
  expect(refused('The status of the ticket is closed.')).toEqual(['closed']);
});

test('a state that is over is the only one in which it is possible', () => {
  expect(refused('The ticket is no longer open.')).toEqual(['inProgress', 'closed']);
  expect(refused('The ticket is not open any more.')).toEqual(['inProgress', 'closed']);
  expect(refused('The ticket is no open any more.')).toEqual(['inProgress', 'closed']);
  expect(refused('The ticket is no longer an open one')).toEqual(['inProgress', 'closed']);
  expect(refused('There is no closed ticket')).toEqual(['open', 'inProgress']);
  expect(refused('Closed tickets can no longer be changed')).toEqual(['closed']);
});

test('a 423 or a 403 may name a state, unless it speaks of rights', () => {
  expect(refused('The ticket is closed.', undefined, '423')).toEqual(['closed']);
  expect(refused('The ticket is closed.', undefined, '403')).toEqual(['closed']);
  expect(refused('Your role has no access to closed tickets', undefined, '403')).toBeUndefined();
  expect(rule('The ticket is closed.', undefined, '423')?.status).toBe('423');
});

test('an action is refused where it has been done already', () => {
  expect(refused('Already done.', 'closed')).toEqual(['closed']);
  expect(refused('The ticket was closed before.', 'closed')).toEqual(['closed']);
  expect(refused('Problem', 'closed')).toEqual(['closed']);
  expect(refused('Not in this state.', 'closed')).toEqual(['closed']);
});

test('of other conflicts, of what names no state, and of what can be read both ways nothing is known', () => {
  expect(rule('The version of the open ticket is another one.', 'closed')).toBeUndefined();
  expect(rule('An open ticket of this name exists.')).toBeUndefined();
  expect(rule('Problem')).toBeUndefined();
  expect(rule('It has members.', 'closed')).toBeUndefined();
  expect(rule('Problem', 'closed', '422')).toBeUndefined();
  expect(rule('The ticket is not open, or closed already')).toBeUndefined();
  expect(rule('The ticket is not reopened')).toBeUndefined();
});

test('a word for conflicts of clients is a state where the item is said to be in it', () => {
  const flag = [
    { word: 'locked', value: true },
    { word: 'not locked', value: false },
  ];
  const says = (description: string) =>
    stateRule({ responses: [{ status: '403', description, content: [] }] } as unknown as Operation, flag, {
      singular: 'ticket',
    });
  expect(says('The ticket is locked.')).toMatchObject({ refused: 'in', states: [true] });
  expect(says('Locked tickets cannot be commented on.')).toMatchObject({ refused: 'in', states: [true] });
  expect(says('The ticket is locked by another client.')).toBeUndefined();
  expect(says('The lock is held by a writer.')).toBeUndefined();
  expect(says('The row is locked.')).toBeUndefined();
});

test('a sentence on what alone may be changed in a state does not refuse the operation', () => {
  const says = (description: string) =>
    ruleOfText({ description, responses: [{ status: '422' }] } as unknown as Operation, STATES, 'ticket');
  expect(says('Once a ticket is already in progress, you can only update its status.')).toBeUndefined();
  expect(says('It must be owned.<br/>Once it is closed, its status is shown.')).toBeUndefined();
  expect(says('It must be owned\n\nWhen it is closed, its status is shown.')).toBeUndefined();
  expect(says('You can only update open tickets.')).toEqual({ refused: 'outside', states: ['open'] });
});

const purpose = (summary: string, effect?: string, description = 'Not in this state.') => {
  const operation = { summary, responses: [{ status: '409', description, content: [] }] } as unknown as Operation;
  const found = stateRule(operation, STATES, { effect, singular: 'ticket' });
  return found && STATES.map(({ word }) => word).filter((word) => isRefusedIn(found, word));
};

test('where a 409 speaks of states and names none, what the operation is for says in which it is possible', () => {
  expect(purpose('Close an open ticket.', 'closed')).toEqual(['inProgress', 'closed']);
  expect(purpose('Hands on an open or in progress ticket')).toEqual(['closed']);
  expect(purpose('Reopens tickets of a customer, closed tickets only', 'open')).toEqual(['open', 'inProgress']);
});

test('no state is concluded where the text names other states as well, or the conflict is not about states', () => {
  expect(purpose('Assign an open ticket; one that is closed is opened again.')).toBeUndefined();
  expect(purpose('Close an open ticket.', undefined, 'Another version.')).toBeUndefined();
  expect(purpose('Close a ticket that is open.')).toBeUndefined();
});

test('a conflict of which nothing is said may be another one', () => {
  expect(rule('Conflict', 'closed')).toMatchObject({ guessed: true });
  expect(rule('It is closed already.', 'closed')).not.toHaveProperty('guessed');
});

test('a sentence about single properties says nothing of the operation', () => {
  const told = (description: string) =>
    ruleOfText(
      { description, responses: [{ status: '400', description: 'Wrong' }] } as unknown as Operation,
      STATES,
      'ticket',
    );
  expect(told('The ticket can be updated only if it is `open`.')).toEqual({ refused: 'outside', states: ['open'] });
  expect(told('`assignee` and `dueDate` can be updated only if it is in `open` state.')).toBeUndefined();
});

test('a refusal may be said by its status, and a state may be a noun', () => {
  const says = (description: string) =>
    ruleOfText({ description, responses: [{ status: '409' }] } as unknown as Operation, STATES, 'ticket');
  expect(says('Sets the date. 409 if the ticket is closed already.')).toEqual({ refused: 'in', states: ['closed'] });
  expect(says('409 if the ticket is not open.')).toEqual({ refused: 'outside', states: ['open'] });
  expect(says('Fails when it is no longer open')).toEqual({ refused: 'outside', states: ['open'] });
  expect(says('Only closed can be sent.')).toEqual({ refused: 'outside', states: ['closed'] });
  // What a status is about is not a state, and a condition without a refusal refuses nothing.
  expect(says('409 if the name is taken. The ticket is closed.')).toBeUndefined();
  expect(says('If the ticket is not open, it is opened.')).toBeUndefined();
  expect(says('Answers 200 if the ticket is closed.')).toBeUndefined();
});

test('a date in place of a flag is true where it is there', () => {
  expect(isRefusedIn({ refused: 'in', states: [true] }, '2026-01-02T03:04:05Z')).toBe(true);
  expect(isRefusedIn({ refused: 'in', states: [true] }, null)).toBe(false);
  expect(isRefusedIn({ refused: 'in', states: [false] }, null)).toBe(true);
  expect(isRefusedIn({ refused: 'in', states: ['open'] }, null)).toBe(false);
});

test('what a sentence refuses is not what the operation is for', () => {
  expect(purpose('Adds a comment. Closed tickets take no more comments (409).')).toEqual(['closed']);
  expect(purpose('Changes a ticket. The subject of a closed ticket can no longer be changed.')).toEqual(['closed']);
  expect(purpose('Cancels it. A ticket that is not open cannot be cancelled.')).toEqual(['inProgress', 'closed']);
  expect(purpose('Only a closed ticket can be closed for good.', 'closed')).toEqual(['open', 'inProgress']);
});

test('a sentence may refuse all states but those that were named before', () => {
  const others = (description: string, effect?: string) => purpose(description, effect, 'Refused');
  expect(others('Opens a closed ticket. Any other status is a conflict.')).toEqual(['open', 'inProgress']);
  expect(others('A closed ticket becomes open again. Any other status is refused with 409.', 'open')).toEqual([
    'open',
    'inProgress',
  ]);
  expect(others('A closed ticket becomes open again. All other states lead to a 409.')).toEqual(['open', 'inProgress']);
  expect(others('Opens a closed ticket. Any other status is kept.')).toBeUndefined();
});

const ENTRY_STATES = ['draft', 'published', 'archived'].map((value) => ({ word: value, value }));
const refusedEntries = (description: string): readonly string[] | undefined => {
  const conflict = { status: '409', description: 'The state does not allow it, or it exists already.', content: [] };
  const operation = { description, responses: [conflict] } as unknown as Operation;
  const found = stateRule(operation, ENTRY_STATES, { singular: 'entry' });
  return found && ENTRY_STATES.map(({ word }) => word).filter((word) => isRefusedIn(found, word));
};

test('the plural of an item may have another ending', () => {
  expect(refusedEntries('Archived entries cannot be changed.')).toEqual(['archived']);
  expect(refusedEntries('Entries that are not published are refused with 409.')).toEqual(['draft', 'archived']);
});

test('what must be done first is a reason to refuse the state, not to allow it', () => {
  expect(refusedEntries('Deletes the entry. A published entry must be unpublished first (409).')).toEqual([
    'published',
  ]);
  expect(refusedEntries('Published entries need to be unpublished before.')).toEqual(['published']);
  expect(refusedEntries('Anything but a draft is refused with 409.')).toEqual(['published', 'archived']);
});
