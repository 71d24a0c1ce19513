import { useStandin } from 'standin/jest';
import { answersHere, OPTIONS, ownAnswers } from '../own-answers.mjs';

useStandin(OPTIONS);

test('the code under test sees the answers of the socket', async () => {
  const answers = await answersHere();
  expect(answers.length).toBeGreaterThanOrEqual(60);
  expect(answers).toEqual(await ownAnswers());
}, 60_000);
