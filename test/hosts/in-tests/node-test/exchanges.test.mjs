import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useStandin } from 'standin/testing';
import { answersHere, OPTIONS, ownAnswers } from '../own-answers.mjs';

useStandin(OPTIONS);

test('the code under test sees the answers of the socket', async () => {
  const answers = await answersHere();
  assert.ok(answers.length >= 60);
  assert.deepEqual(answers, await ownAnswers());
});
