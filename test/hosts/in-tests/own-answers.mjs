import { createMock } from 'standin';
import { answersOf, inOneWorld, REPORTED } from '../exchanges.mjs';

export const OPTIONS = {
  document: `${import.meta.dirname}/../exchanges.openapi.yaml`,
  now: '2026-12-01T00:00:00Z',
  url: 'http://books.test',
  violations: 'ignore',
};
export const ASKED = { exchanges: inOneWorld, reported: REPORTED };

/** The answers of the mock's own socket. */
export async function ownAnswers() {
  const { document, now } = OPTIONS;
  const mock = await createMock({ document, now });
  const answers = await answersOf((await mock.listen()).url, ASKED);
  await mock.close();
  return answers;
}

/** The answers to the `fetch` of a test. */
export const answersHere = () => answersOf(OPTIONS.url, ASKED);
