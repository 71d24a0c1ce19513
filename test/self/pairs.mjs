// Starts a mock of each document of the corpus, and then the check that its banner prints, as two processes.
// Ends with 1 unless every check is green: exit status 0, no error that comes again, no record left behind, no world left at the mock,
// and no inconclusive case of the embedded petstore. Warnings, and inconclusive cases of other documents, are listed.
// `node test/self/pairs.mjs museum petstore3` takes only documents with such a word in their name. A check has five minutes for its
// cases; the line of the document says what was left out.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

const MAIN = resolve(import.meta.dirname, '../../dist/src/cli/main.js');
const CORPUS = resolve(import.meta.dirname, '../../../shared/corpus');
const CASES = '5m';
const LONGEST = 15 * 60_000;

const EMBEDDED = 'the embedded document';

const corpus = existsSync(CORPUS)
  ? readdirSync(CORPUS).filter((name) => /\.(json|ya?ml)$/.test(name) && name !== 'index.json')
  : [];
const documents = [EMBEDDED, ...corpus, ...(corpus.length === 0 ? [] : ['redocly-cafe/openapi.yaml'])].filter(
  (name) => process.argv.length < 3 || process.argv.slice(2).some((word) => name.includes(word)),
);

/** A command under way: all that it prints, and its end. */
function command(args) {
  const child = spawn(process.execPath, [MAIN, ...args], { stdio: ['ignore', 'pipe', 'pipe'], timeout: LONGEST });
  let text = '';
  const heard = [];
  const hear = (chunk) => {
    text += chunk;
    for (const each of heard) each();
  };
  child.stdout.setEncoding('utf8').on('data', hear);
  child.stderr.setEncoding('utf8').on('data', hear);
  const finished = new Promise((done) => child.on('close', (status) => done({ status, text })));
  const until = (pattern) =>
    new Promise((done, fail) => {
      heard.push(() => pattern.test(text) && done(text));
      finished.then(({ status }) => fail(new Error(`The mock ended with ${status}:\n${text}`)));
    });
  return { child, finished, until };
}

/** What is wrong with the pair, and one line about it. */
async function pair(name) {
  const mock = command(['mock', ...(name === EMBEDDED ? [] : [join(CORPUS, name)]), '--port', '0']);
  const banner = await mock.until(/Stop: +Ctrl-C/);
  const [, url] = /Page: +(http\S+?)\/\n/.exec(banner);
  const [, typed] = /Check: +standin (.*)/.exec(banner);
  const { status, text } = await command([...typed.split(' '), '--time-limit', CASES, '--json']).finished;
  const last = text.trim().split('\n').at(-1);
  const worlds = await (await fetch(`${url}/_standin/worlds`)).json();
  mock.child.kill('SIGTERM');
  await mock.finished;
  if (!last.startsWith('{"type":"run-finished"'))
    return { line: last, notes: [], wrong: [`status ${status}: ${last}`] };
  const { summary } = JSON.parse(last);
  const { passed, inconclusive, skipped } = summary.counts;
  const left = summary.leftOut.length === 0 ? '' : `, left out ${JSON.stringify(summary.leftOut).slice(0, 120)}`;
  const errors = summary.findings.filter(({ severity, flaky }) => severity === 'error' && flaky !== true);
  const open = summary.inconclusive.map(({ reason, count }) => `inconclusive ${count} × ${reason}`);
  return {
    line: `status ${status}, ${passed} passed, ${inconclusive} inconclusive, ${skipped} skipped, ${summary.requests} requests, ${Math.round(summary.duration / 1000)} s${left}`,
    notes: [...grouped(summary.findings.filter((each) => !errors.includes(each))), ...(name === EMBEDDED ? [] : open)],
    wrong: [
      ...(status === 0 ? [] : [`status ${status}: ${JSON.stringify(summary.reasons)}`]),
      ...errors.map(words),
      ...(name === EMBEDDED ? open : []),
      ...summary.leftovers.map((each) => `left behind: ${JSON.stringify(each)}`),
      ...worlds.worlds.map((each) => `world left: ${JSON.stringify(each)}`),
    ],
  };
}

/** Warnings and what was seen only once, one line a check. */
function grouped(findings) {
  const kind = ({ severity, check, flaky }) => `${flaky === true ? 'once: ' : ''}${severity} ${check}`;
  return [...new Set(findings.map(kind))].map((told) => {
    const alike = findings.filter((each) => kind(each) === told);
    return `${told} ${alike.length} ×, such as ${alike[0].message}`;
  });
}

const words = ({ check, endpoint = '', message }) => `error ${check} ${endpoint}: ${message}`;

let red = 0;
for (const name of documents) {
  const { line, notes, wrong } = await pair(name);
  console.log(`${wrong.length === 0 ? 'green' : 'RED  '} ${name.padEnd(34)} ${line}`);
  for (const each of [...wrong, ...notes]) console.log(`    ${each}`);
  if (wrong.length > 0) red += 1;
}
console.log(
  red === 0 ? `${documents.length} documents, all green` : `${red} of ${documents.length} documents are not green`,
);
process.exitCode = red === 0 ? 0 : 1;
