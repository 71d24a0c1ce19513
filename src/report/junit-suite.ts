import { xml, xmlAttribute } from './escape-text.ts';

/** One test of a suite. Without `failure` it has passed. */
export interface JunitCase {
  readonly name: string;
  readonly failure?: { readonly message: string; readonly type: string; readonly detail: string };
}

/** JUnit XML of one suite, whose tests have the same class. */
export function junitSuite(className: string, title: string, cases: readonly JunitCase[]): string {
  const counts = `tests="${cases.length}" failures="${cases.filter(({ failure }) => failure !== undefined).length}"`;
  const tests = cases.map(
    ({ name, failure }) =>
      `    <testcase name="${xmlAttribute(name)}" classname="${className}">${failureXml(failure)}</testcase>\n`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites ${counts}>\n  <testsuite name="${xmlAttribute(`${className} ${title}`)}" ${counts}>\n${tests.join('')}  </testsuite>\n</testsuites>\n`;
}

function failureXml(failure: JunitCase['failure']): string {
  if (failure === undefined) return '';
  const { message, type, detail } = failure;
  return `<failure message="${xmlAttribute(message)}" type="${xmlAttribute(type)}">${xml(detail)}</failure>`;
}
