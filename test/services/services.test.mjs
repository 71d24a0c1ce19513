import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { documentIn } from './embedded-document.mjs';
import { holdsJudgements } from './judged.mjs';
import { check, freePort, hasPython, newFolder, PYTHON, start } from './service.mjs';

/** Records that were there before the run, read again after it. */
function keeps(service, path, headers = {}) {
  const read = async () => (await fetch(`${service.url}${path}`, { headers })).text();
  return { before: read, after: read };
}

/** A suite of one service: started, checked once, judged. */
function suite(title, { skip = false, name, reached, launch, flags = [], existing }) {
  describe.skipIf(skip)(`${title}${skip ? ' (SKIPPED: it is not installed)' : ''}`, () => {
    let service;
    let summary;
    let before;
    beforeAll(async () => {
      service = await launch();
      before = existing === undefined ? '' : await keeps(service, existing, service.headers).before();
      summary = await check(service.url, service.document ?? `${service.url}/openapi.json`, flags);
    });
    afterAll(() => service?.stop());
    holdsJudgements(name, reached, () => summary);
    test.skipIf(existing === undefined)('what was there before is as it was', async () => {
      expect(await keeps(service, existing, service.headers).after()).toBe(before);
    });
    test('no case is left without an answer', () => {
      expect(summary.errored).toEqual([]);
    });
  });
}

const application = (file) => async () => start(process.execPath, [join('apps', file)]);

suite('an application on Fastify', {
  name: 'fastify',
  reached: 8,
  launch: application('fastify.mjs'),
  existing: '/products/1',
});
suite('an application on Hono', { name: 'hono', reached: 5, launch: application('hono.mjs'), existing: '/books/0001' });
suite('the to-do list of LoopBack', { name: 'loopback', reached: 8, launch: application('loopback.mjs') });

suite('an application on FastAPI', {
  skip: !hasPython('fastapi, uvicorn'),
  name: 'fastapi',
  reached: 8,
  existing: '/notes/1',
  flags: ['--bearer', 'secret-token-of-the-suite'],
  launch: async () => {
    const port = await freePort();
    return start(PYTHON, ['apps/fastapi_app.py', String(port)], { url: `http://127.0.0.1:${port}` });
  },
});

suite('an application on Django REST framework', {
  skip: !hasPython('rest_framework, uritemplate, inflection'),
  name: 'django',
  reached: 12,
  existing: '/tasks/1/',
  launch: async () => {
    const port = await freePort();
    const service = await start(PYTHON, ['apps/django_app.py', String(port), join(newFolder(), 'db')], {
      url: `http://127.0.0.1:${port}`,
    });
    const document = await fetch(`${service.url}/openapi.json`, {
      headers: { accept: 'application/vnd.oai.openapi+json' },
    });
    return { ...service, document: await document.json() };
  },
});

const ALERTMANAGER = '/usr/bin/prometheus-alertmanager';

/** Alertmanager with one silence of its own, and the document that is built into it. */
async function alertmanager() {
  const folder = newFolder();
  writeFileSync(join(folder, 'config.yml'), 'route: { receiver: none }\nreceivers: [{ name: none }]\n');
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/api/v2`;
  const flags = [
    `--config.file=${folder}/config.yml`,
    `--storage.path=${folder}/data`,
    `--web.listen-address=127.0.0.1:${port}`,
    '--cluster.listen-address=',
  ];
  const service = await start(ALERTMANAGER, flags, { url: `${url}/status`, cwd: folder });
  const silence = {
    matchers: [{ name: 'job', value: 'x', isRegex: false, isEqual: true }],
    startsAt: '2020-01-01T00:00:00Z',
    endsAt: '2040-01-01T00:00:00Z',
    createdBy: 'suite',
    comment: 'there before',
  };
  const made = await fetch(`${url}/silences`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(silence),
  });
  const { silenceID } = await made.json();
  return { ...service, url, silenceID, document: documentIn(readFileSync(ALERTMANAGER)) };
}

describe.skipIf(!existsSync(ALERTMANAGER))(
  `Alertmanager${existsSync(ALERTMANAGER) ? '' : ' (SKIPPED: it is not installed)'}`,
  () => {
    let service;
    let summary;
    let silence;
    const read = async () => (await fetch(`${service.url}/silence/${service.silenceID}`)).json();
    beforeAll(async () => {
      service = await alertmanager();
      silence = await read();
      const values = join(newFolder(), 'values.yaml');
      writeFileSync(values, 'postSilences#/body/matchers/*/name: severity\n');
      summary = await check(service.url, service.document, ['--values', values]);
    });
    afterAll(() => service?.stop());
    holdsJudgements('alertmanager', 9, () => summary);
    test('the silence that was there before is as it was', async () => {
      expect(await read()).toEqual(silence);
      expect(silence.status.state).toBe('active');
    });
  },
);

const PDNS = '/usr/sbin/pdns_server';
const SCHEMA = [
  '/usr/share/doc/pdns-backend-sqlite3/schema.sqlite3.sql',
  '/usr/share/pdns-backend-sqlite3/schema/schema.sqlite3.sql',
].find((path) => existsSync(path));
const hasPdns = existsSync(PDNS) && existsSync('/usr/bin/sqlite3') && SCHEMA !== undefined;

/** PowerDNS with one zone of its own, and the document that it serves. */
async function powerdns() {
  const folder = newFolder();
  execFileSync('/usr/bin/sqlite3', [join(folder, 'db')], { input: readFileSync(SCHEMA) });
  const [port, dns] = [await freePort(), await freePort()];
  const root = `http://127.0.0.1:${port}`;
  const flags = {
    daemon: 'no',
    guardian: 'no',
    'config-dir': folder,
    'socket-dir': folder,
    launch: 'gsqlite3',
    'gsqlite3-database': join(folder, 'db'),
    'local-address': '127.0.0.1',
    'local-port': dns,
    webserver: 'yes',
    'webserver-address': '127.0.0.1',
    'webserver-port': port,
    api: 'yes',
    'api-key': 'secret-key-of-the-suite',
    setuid: '',
    setgid: '',
  };
  const service = await start(
    PDNS,
    Object.entries(flags).map(([name, value]) => `--${name}=${value}`),
    { url: root, cwd: folder },
  );
  const headers = { 'x-api-key': 'secret-key-of-the-suite' };
  const document = await (
    await fetch(`${root}/api/docs`, { headers: { ...headers, accept: 'application/json' } })
  ).json();
  const url = `${root}/api/v1`;
  const zone = { name: 'kept.example.org.', kind: 'Native', nameservers: ['ns1.example.org.'] };
  const made = await fetch(`${url}/servers/localhost/zones`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(zone),
  });
  if (made.status !== 201) throw new Error(await made.text());
  return { ...service, url, headers, document };
}

suite('PowerDNS', {
  skip: !hasPdns,
  name: 'powerdns',
  reached: 20,
  launch: powerdns,
  existing: '/servers/localhost/zones/kept.example.org.',
  flags: [
    '--api-key',
    'APIKeyHeader=secret-key-of-the-suite',
    '--values',
    join(import.meta.dirname, 'powerdns.values.yaml'),
  ],
});
