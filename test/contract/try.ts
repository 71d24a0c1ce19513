import { runContract } from '../../src/contract/index.ts';
import { createGenerator } from '../../src/generation/index.ts';
import { inferResources } from '../../src/resources/index.ts';
import { loadApi } from '../../src/spec/index.ts';
import { createValidator } from '../../src/validation/index.ts';
import * as catalogue from '../targets/catalogue.ts';
import { stub } from './stub-generator.ts';


const [name, fault] = process.argv.slice(2);
const V = process.env.V;
async function one(server: (typeof catalogue.servers)[number], mutant: (typeof catalogue.mutants)[number] | undefined): Promise<boolean> {
  const api = mutant ? await loadApi(mutant.document()) : await loadApi(server.documentUrl);
  const model = inferResources(api);
  const validator = createValidator({ api });
  const real = createGenerator({ api, accepts: (s, v, d) => validator.value(s, v, d).length === 0 });
  const probe = real.request(api.operations[0]!, { kind: 'valid' }, { seed: 1, at: 'x' });
  const generator = !probe.ok && probe.reason.includes('yet') ? stub(api, real) : real;
  const target = mutant ? mutant.create() : server.create();
  const t0 = performance.now();
  const lines: string[] = [];
  let good = false;
  for await (const event of runContract({ api, model, validator, generator, target: (r) => target.fetch(r), now: () => Date.parse(mutant?.now ?? '2026-12-01'), strict: true, ...(process.env.PHASES ? { phases: process.env.PHASES.split(',') as never } : {}), ...(server.bearer ? { credentials: { bearer: server.bearer } } : {}) })) {
    if (event.type === 'case-finished' && (V || event.result.verdict !== 'passed')) lines.push(`${event.result.verdict} ${event.case.id} ${'reason' in event.result ? event.result.reason : ''}`);
    if (event.type === 'finding' && (V || event.finding.severity !== 'info')) lines.push(`   FINDING ${event.finding.check} ${event.finding.severity} ${event.finding.about} ${event.finding.message} ${event.finding.flaky ? 'FLAKY' : ''} ${V ? event.finding.curl + ' ' + event.finding.expected + ' | ' + event.finding.actual : ''}`);
    if (event.type === 'run-finished') {
      const s = event.summary;
      const ids = [...new Set(s.findings.filter((f) => f.severity !== 'info' && (f.about === 'service' || mutant?.finds.includes(f.check))).map((f) => f.check))];
      const all = [...new Set(s.findings.map((f) => f.check))];
      const expected = mutant?.finds ?? [];
      const missing = expected.filter((id) => !all.includes(id));
      const extra = ids.filter((id) => !expected.includes(id) && !(mutant?.also ?? []).includes(id));
      good = missing.length === 0 && extra.length === 0;
      console.log(good ? 'ok  ' : 'BAD ', `${server.name}/${mutant?.fault ?? '-'}`, 'missing', missing.join(), 'extra', extra.join(), JSON.stringify(s.counts), s.requests, `${(performance.now() - t0).toFixed(0)}ms`, s.exitStatus, s.reasons.join(), s.leftovers.length ? 'LEFT ' + JSON.stringify(s.leftovers[0]) : '');
    }
  }
  if (V || (name !== 'all' && !good) || process.env.L) console.log(lines.join('\n'));
  return good;
}
let bad = 0;
for (const server of catalogue.servers) {
  if (name !== 'all' && server.name !== name) continue;
  if (!fault || fault === '-') bad += (await one(server, undefined)) ? 0 : 1;
  for (const mutant of catalogue.mutants.filter((m) => m.server === server && (!fault || m.fault === fault))) bad += (await one(server, mutant)) ? 0 : 1;
}
console.log('bad', bad);
