/**
 * Writes `src/cli/check-examples.ts`: for each check, a finding of a server of `test/targets` that is wrong in one way.
 * `npx jiti test/targets/write-examples.ts` after a check or its words have changed.
 */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { CHECK_EXAMPLES } from '../../src/cli/check-examples.ts';
import { CHECKS, type Finding } from '../../src/library/index.ts';
import { collaboratorsOf, tell } from '../contract/harness.ts';
import { mutants } from './catalogue.ts';

const FILE = resolve(import.meta.dirname, '../../src/cli/check-examples.ts');
const only = process.argv.slice(2);
const examples: Record<string, string> = { ...CHECK_EXAMPLES };

for (const { id } of CHECKS) {
  if (only.length > 0 ? !only.includes(id) : id in examples) continue;
  const mutant = mutants.find(({ finds }) => finds[0] === id) ?? mutants.find(({ finds }) => finds.includes(id));
  if (mutant === undefined) continue;
  const target = mutant.create();
  const { summary } = await tell({
    ...(await collaboratorsOf(mutant.document())),
    ...(mutant.server.bearer === undefined ? {} : { credentials: { bearer: mutant.server.bearer } }),
    target: (request) => target.fetch(request),
    now: () => Date.parse(mutant.now),
    strict: true,
    seed: 1,
  });
  // One run may show what other checks find, too.
  for (const finding of summary.findings.toReversed())
    if (finding.check === id || (mutant.finds.includes(finding.check) && !(finding.check in examples)))
      examples[finding.check] = inWords(finding);
  write();
}

function inWords({ endpoint, message, exchange }: Finding): string {
  const status = exchange?.response?.status;
  const asked =
    endpoint === undefined
      ? ''
      : status === undefined || message.includes(String(status))
        ? `${endpoint}: `
        : `${endpoint} answers ${status}: `;
  return `${asked}${message}`.slice(0, 300);
}

function write(): void {
  const lines = Object.entries(examples)
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([id, text]) => `  '${id}':\n    ${JSON.stringify(text)},`);
  writeFileSync(
    FILE,
    `/** A finding of each check, as a server that is wrong in one way gets it. \`test/targets/write-examples.ts\` writes those that a server of \`test/targets\` gets. */
export const CHECK_EXAMPLES: Readonly<Record<string, string>> = {
${lines.join('\n')}
};
`,
  );
}
