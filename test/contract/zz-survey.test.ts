import { writeFileSync } from 'node:fs';
import { test } from 'vitest';
import { mutants } from '../targets/catalogue.ts';
import { collaboratorsOf, tell } from './harness.ts';

test('survey', async () => {
  const rows: string[] = [];
  const begun = performance.now();
  for (const mutant of mutants) {
    const parts = await collaboratorsOf(mutant.document());
    const target = mutant.create();
    const { bearer } = mutant.server;
    const { summary } = await tell({
      ...parts,
      ...(bearer === undefined ? {} : { credentials: { bearer } }),
      target: (request) => target.fetch(request),
      now: () => Date.parse(mutant.now),
      strict: true,
    });
    const finding = summary.findings.find(({ check, exchange }) => mutant.finds.includes(check) && exchange !== undefined) ?? summary.findings.find(({ check }) => mutant.finds.includes(check));
    const kind = finding === undefined ? 'NOT FOUND' : finding.script !== undefined ? (/exit "\$shows"/.test(finding.script) ? 'script+test' : 'script') : finding.curl !== undefined ? 'curl' : finding.steps !== undefined ? 'STEPS ONLY' : 'nothing';
    rows.push(`## ${mutant.name} ${finding?.check} ${finding?.case} ${kind} ${finding?.messagePointer}\n${finding?.message}\n${finding?.script ?? finding?.curl ?? finding?.steps?.map((s) => s.title).join(' | ')}\n`);
  }
  writeFileSync('/tmp/out/survey.txt', rows.join('\n') + `\n${performance.now() - begun}`);
}, 600_000);
