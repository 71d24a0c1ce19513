import { expect, test } from 'vitest';
import { isRefusedIn, stateRule } from '../../src/contract/state-words.ts';
import type { Operation } from '../../src/spec/index.ts';

const STATES = ['open', 'inProgress', 'closed'].map((value) => ({ word: value, value }));
const rule = (description: string, effect?: string, status = '409') =>
  stateRule({ responses: [{ status, description }] } as unknown as Operation, STATES, effect);
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

test('an action is refused where it has been done already', () => {
  expect(refused('Already done.', 'closed')).toEqual(['closed']);
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
