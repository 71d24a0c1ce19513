import { runContract } from '../../src/contract/index.ts';
import { createGenerator } from '../../src/generation/index.ts';
import { inferResources } from '../../src/resources/index.ts';
import { loadApi } from '../../src/spec/index.ts';
import { createValidator } from '../../src/validation/index.ts';
import * as catalogue from '../targets/catalogue.ts';
import { stub } from './stub-generator.ts';

const servers = catalogue.servers;
const [name, fault] = process.argv.slice(2);
const server = servers.find((s) => s.name === name)!;
const mutant = fault ? catalogue.mutants.find((m) => m.server === server && m.fault === fault) : undefined;
if (fault && !mutant) throw new Error('no such fault');
const api = mutant ? await loadApi(mutant.document()) : await loadApi(server.documentUrl);
const model = inferResources(api);
const validator = createValidator({ api });
const real = createGenerator({ api });
const probe = real.request(api.operations[0]!, { kind: 'valid' }, { seed: 1, at: 'x' });
const generator = !probe.ok && probe.reason.includes('yet') ? stub(api, real) : real;
const target = mutant ? mutant.create() : server.create();
const t0 = performance.now();
for await (const event of runContract({
  api,
  model,
  validator,
  generator,
  target: (r) => target.fetch(r),
  now: () => Date.parse(mutant?.now ?? '2026-12-01'),
  strict: true,
  ...(server.bearer ? { credentials: { bearer: server.bearer } } : {}),
})) {
  if (event.type === 'case-finished' && (process.env.V || event.result.verdict !== 'passed'))
    console.log(event.result.verdict, event.case.id, 'reason' in event.result ? event.result.reason : '');
  if ((event.type === 'finding' && event.finding.severity !== 'info') || (event.type === 'finding' && process.env.V))
    console.log(
      '   FINDING',
      event.finding.check,
      event.finding.severity,
      event.finding.about,
      event.finding.message,
      event.finding.flaky ? 'FLAKY' : '',
      process.env.V ? event.finding.curl : '',
    );
  if (event.type === 'run-finished') {
    const s = event.summary;
    console.log(
      s.counts,
      s.requests,
      s.reasons,
      s.exitStatus,
      s.leftovers.length,
      s.leftOut.slice(0, 5),
      (performance.now() - t0).toFixed(0) + 'ms',
    );
    const ids = [...new Set(s.findings.filter((f) => f.severity !== 'info').map((f) => f.check))];
    console.log('CHECKS', ids, mutant ? 'expected ' + mutant.finds + ' also ' + mutant.also : '');
  }
}
