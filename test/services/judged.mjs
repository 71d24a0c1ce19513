import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/**
 * Findings of a service that a person has looked at. `true`: the service breaks its document. `document`: the document says what its service never
 * meant. `false`: the check is wrong; these are known, and their number may only shrink.
 * `sometimes`: whether it shows depends on the values that the service takes in this run.
 */
export function judgedFindings(name) {
  return JSON.parse(readFileSync(join(import.meta.dirname, 'findings', `${name}.json`), 'utf8'));
}

/** Tests of one run: each error is one that was judged, each judgement still has an error, and so many operations had a success. */
export function holdsJudgements(name, reached, run) {
  const judged = judgedFindings(name);
  const fits = (entry, { check, endpoint }) =>
    check === entry.check && (entry.operation === '*' || entry.operation === endpoint);
  const errors = () => run().findings.filter(({ severity }) => severity === 'error');
  /** What the run printed, where a test of it fails. */
  const explained = (list) => {
    if (list.length > 0) console.error(run().printed.slice(-6000));
    return list;
  };

  test('every error is one that a person has judged', () => {
    // Like the exit status, the test leaves out findings that did not come again when the case was repeated.
    const unjudged = errors().filter(
      (finding) => finding.flaky !== true && !judged.some((entry) => fits(entry, finding)),
    );
    expect(explained(unjudged).map(({ check, endpoint, message }) => `${check} ${endpoint ?? ''}: ${message}`)).toEqual(
      [],
    );
  });

  test('every judgement is of an error that is still found', () => {
    const gone = judged.filter(
      (entry) => entry.sometimes !== true && !errors().some((finding) => fits(entry, finding)),
    );
    expect(explained(gone)).toEqual([]);
  });

  test('at least 99 of 100 errors are right', () => {
    const wrong = errors().filter((finding) =>
      judged.some((entry) => entry.verdict === 'false' && fits(entry, finding)),
    );
    expect(wrong.length / Math.max(1, errors().length)).toBeLessThanOrEqual(0.01);
  });

  test(`at least ${reached} operations have a success`, () => {
    expect(run().coverage.totals.operations.covered).toBeGreaterThanOrEqual(reached);
  });
}
