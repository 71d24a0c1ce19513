import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { documentIn } from './embedded-document.mjs';
import { freePort, hasPython, newFolder, PYTHON, start } from './service.mjs';

/** An application of `apps/`, and a record that is there from the start. */
const application = (file, existing) => async () => ({
  ...(await start(process.execPath, [join('apps', file)])),
  existing,
});

/** The proxy has its flags from a server that starts with it. */
async function unleashProxy() {
  const service = await start(process.execPath, [join('apps', 'unleash-proxy.mjs')]);
  return {
    ...service,
    headers: { authorization: 'key-of-the-suite' },
    existing: '/proxy',
    document: `${service.url}/docs/openapi.json`,
  };
}

async function fastapi() {
  const port = await freePort();
  const service = await start(PYTHON, ['apps/fastapi_app.py', String(port)], { url: `http://127.0.0.1:${port}` });
  return { ...service, existing: '/notes/1' };
}

async function django() {
  const port = await freePort();
  const service = await start(PYTHON, ['apps/django_app.py', String(port), join(newFolder(), 'db')], {
    url: `http://127.0.0.1:${port}`,
  });
  const document = await fetch(`${service.url}/openapi.json`, {
    headers: { accept: 'application/vnd.oai.openapi+json' },
  });
  return { ...service, existing: '/tasks/1/', document: await document.json() };
}

const JSON_SERVER = join(import.meta.dirname, 'node_modules/json-server/lib/cli/bin.js');

/** json-server with one post, and a document of what its README says: it publishes none. */
async function jsonServer() {
  const folder = newFolder();
  const posts = [{ id: 1, title: 'There before', author: 'suite', views: 3 }];
  writeFileSync(join(folder, 'db.json'), JSON.stringify({ posts }));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const flags = ['--host', '127.0.0.1', '--port', String(port), '--quiet', 'db.json'];
  const service = await start(process.execPath, [JSON_SERVER, ...flags], { url: `${url}/posts`, cwd: folder });
  return {
    ...service,
    url,
    existing: '/posts/1',
    document: join(import.meta.dirname, 'apps/json-server.openapi.yaml'),
  };
}

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
  return { ...service, url, existing: `/silence/${silenceID}`, document: documentIn(readFileSync(ALERTMANAGER)) };
}

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
    'gsqlite3-dnssec': 'yes',
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
  return { ...service, url, headers, existing: '/servers/localhost/zones/kept.example.org.', document };
}

const JAVA = '/usr/bin/java';

/** The administration API of WireMock, and the document that it serves. */
async function wiremock() {
  const jars = join(import.meta.dirname, 'node_modules/wiremock/build');
  const { version } = JSON.parse(readFileSync(join(jars, '../package.json'), 'utf8'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const jar = join(jars, `wiremock-standalone-${version}.jar`);
  const flags = ['-Xmx256m', '-jar', jar, '--port', String(port), '--bind-address', '127.0.0.1'];
  const service = await start(JAVA, [...flags, '--root-dir', newFolder()], { url: `${url}/__admin/mappings` });
  const mapping = { request: { method: 'GET', url: '/kept' }, response: { status: 200, body: 'kept' } };
  await fetch(`${url}/__admin/mappings`, { method: 'POST', body: JSON.stringify(mapping) });
  return { ...service, url, document: `${url}/__admin/docs/swagger` };
}

const ETCD = '/usr/bin/etcd';
const ETCD_DOCUMENT = '/usr/share/doc/etcd-server/dev-guide/apispec/swagger/rpc.swagger.json.gz';

/** One member of etcd, without authentication, and the document of its package. */
async function etcd() {
  const [port, peers] = [await freePort(), await freePort()];
  const [url, peer] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peers}`];
  const flags = {
    'data-dir': join(newFolder(), 'data'),
    'listen-client-urls': url,
    'advertise-client-urls': url,
    'listen-peer-urls': peer,
    'initial-advertise-peer-urls': peer,
    'initial-cluster': `default=${peer}`,
  };
  const args = Object.entries(flags).map(([name, value]) => `--${name}=${value}`);
  const service = await start(ETCD, args, { url: `${url}/version` });
  return { ...service, url, document: JSON.parse(gunzipSync(readFileSync(ETCD_DOCUMENT)).toString()) };
}

const NETDATA = '/usr/sbin/netdata';
const NETDATA_DOCUMENT = '/usr/share/netdata/web/netdata-swagger.yaml';

/** netdata, which measures this machine, and the document of its pages. */
async function netdata() {
  const folder = newFolder();
  const port = await freePort();
  const sections = {
    global: { 'run as user': userInfo().username },
    directories: Object.fromEntries(['cache', 'lib', 'log'].map((name) => [name, join(folder, name)])),
    db: { mode: 'ram' },
    plugins: { 'enable running new plugins': 'no' },
    web: { 'bind to': `127.0.0.1:${port}` },
  };
  for (const name of ['cache', 'lib', 'log']) mkdirSync(join(folder, name));
  const lines = Object.entries(sections).map(([name, settings]) =>
    [`[${name}]`, ...Object.entries(settings).map(([key, value]) => `${key} = ${value}`)].join('\n'),
  );
  writeFileSync(join(folder, 'netdata.conf'), `${lines.join('\n')}\n`);
  const url = `http://127.0.0.1:${port}/api/v1`;
  // Its alarms are the last that it loads, some seconds after its first answer.
  const ready = async (address) => Object.keys((await (await fetch(address)).json()).alarms).length > 0;
  const service = await start(NETDATA, ['-D', '-c', join(folder, 'netdata.conf')], {
    url: `${url}/alarms?all`,
    cwd: folder,
    ready,
  });
  return { ...service, url, document: NETDATA_DOCUMENT };
}

const JUPYTER_DOCUMENT = '/usr/lib/python3/dist-packages/jupyter_server/services/api/api.yaml';

/** A Jupyter Server with one file, and the document that it serves itself. */
async function jupyter() {
  const [folder, home] = [newFolder(), newFolder()];
  writeFileSync(join(folder, 'kept.txt'), 'there before');
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const settings = { ip: '127.0.0.1', port, port_retries: 0, open_browser: 'False', root_dir: folder };
  const flags = Object.entries({ ...settings, token: 'token-of-the-suite' }).map(
    ([name, value]) => `--ServerApp.${name}=${value}`,
  );
  const env = { HOME: home, JUPYTER_CONFIG_DIR: home, JUPYTER_DATA_DIR: home, JUPYTER_RUNTIME_DIR: home };
  const service = await start(PYTHON, ['-m', 'jupyter_server', '--allow-root', ...flags], { url: `${url}/api`, env });
  const headers = { authorization: 'token token-of-the-suite' };
  return { ...service, url, headers, existing: '/api/contents/kept.txt', document: JUPYTER_DOCUMENT };
}

const CROWDSEC = '/usr/bin/crowdsec';
const CROWDSEC_DOCUMENT = '/usr/share/gocode/src/github.com/crowdsecurity/crowdsec/pkg/models/localapi_swagger.yaml';

/** The local API of CrowdSec with one machine, one bouncer and one alert of its own, and the document in the package of its sources. */
async function crowdsec() {
  const folder = newFolder();
  for (const name of ['data', 'hub', 'log']) mkdirSync(join(folder, name));
  for (const name of ['console.yaml', 'simulation.yaml', 'acquis.yaml']) writeFileSync(join(folder, name), '');
  writeFileSync(join(folder, 'profiles.yaml'), 'name: none\nfilters: ["false"]\non_success: break\n');
  const port = await freePort();
  const root = `http://127.0.0.1:${port}`;
  writeFileSync(join(folder, 'local.yaml'), `url: ${root}\n`);
  writeFileSync(join(folder, 'hub/.index.json'), '{}');
  const config = {
    common: { daemonize: false, log_media: 'stdout', log_level: 'warning', log_dir: join(folder, 'log') },
    config_paths: {
      config_dir: folder,
      data_dir: join(folder, 'data'),
      hub_dir: join(folder, 'hub'),
      index_path: join(folder, 'hub/.index.json'),
      simulation_path: join(folder, 'simulation.yaml'),
    },
    crowdsec_service: { acquisition_path: join(folder, 'acquis.yaml') },
    db_config: { type: 'sqlite', db_path: join(folder, 'data/crowdsec.db') },
    api: {
      client: { credentials_path: join(folder, 'local.yaml') },
      server: {
        listen_uri: `127.0.0.1:${port}`,
        profiles_path: join(folder, 'profiles.yaml'),
        console_path: join(folder, 'console.yaml'),
      },
    },
    prometheus: { enabled: false },
  };
  const file = join(folder, 'config.yaml');
  // JSON is YAML.
  writeFileSync(file, JSON.stringify(config));
  const cscli = (...args) => execFileSync('/usr/bin/cscli', ['-c', file, ...args], { stdio: 'pipe' });
  cscli('machines', 'add', 'machine-of-the-suite', '-p', 'password-of-the-suite', '-f', '/dev/null');
  cscli('bouncers', 'add', 'suite', '-k', 'key-of-the-suite');
  const service = await start(CROWDSEC, ['-c', file, '-no-cs'], { url: `${root}/v1/decisions`, cwd: folder });
  const url = `${root}/v1`;
  const send = async (path, body, headers = {}) =>
    (
      await fetch(`${url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'user-agent': 'suite/1', ...headers },
        body: JSON.stringify(body),
      })
    ).json();
  const machine = { machine_id: 'machine-of-the-suite', password: 'password-of-the-suite', scenarios: [] };
  const { token } = await send('/watchers/login', machine);
  const headers = { authorization: `Bearer ${token}`, 'x-api-key': 'key-of-the-suite' };
  const alert = {
    scenario: 'suite/kept',
    scenario_hash: 'kept',
    scenario_version: '1',
    message: 'there before',
    events_count: 1,
    events: [],
    start_at: '2026-01-01T00:00:00Z',
    stop_at: '2026-01-01T01:00:00Z',
    capacity: 1,
    leakspeed: '1s',
    simulated: false,
    source: { scope: 'ip', value: '192.0.2.9' },
  };
  const [id] = await send('/alerts', [alert], headers);
  const flags = Object.entries(headers).flatMap(([name, value]) => ['--header', `${name}: ${value}`]);
  return { ...service, url, headers, flags, existing: `/alerts/${id}`, document: CROWDSEC_DOCUMENT };
}

/** A service whose values a person has written into `<name>.values.yaml`. */
const values = (name) => ['--values', join(import.meta.dirname, 'values', `${name}.yaml`)];

/**
 * Each service: how it is started, the flags of the check, the values of a person, and how many operations had a success with them. What is started
 * names a record that must be as it was (`existing`, a path), and flags that are known only then.
 */
export const SERVICES = [
  {
    title: 'an application on Fastify',
    name: 'fastify',
    reached: 8,
    launch: application('fastify.mjs', '/products/1'),
  },
  {
    title: 'an application on Hono',
    name: 'hono',
    reached: 5,
    launch: application('hono.mjs', '/books/0001'),
  },
  {
    title: 'an application on NestJS',
    name: 'nest',
    reached: 5,
    launch: application('nest.mjs', '/tickets/00000000-0000-4000-8000-000000000001'),
  },
  {
    title: 'an application on tsoa',
    name: 'tsoa',
    reached: 5,
    launch: application('tsoa.mjs', '/meters/1'),
  },
  {
    title: 'json-server',
    name: 'json-server',
    reached: 6,
    launch: jsonServer,
  },
  { title: 'the to-do list of LoopBack', name: 'loopback', reached: 8, launch: application('loopback.mjs') },
  {
    title: 'the proxy of Unleash for feature flags',
    name: 'unleash-proxy',
    reached: 10,
    launch: unleashProxy,
    flags: ['--api-key', 'apiKey=key-of-the-suite'],
  },
  {
    title: 'an application on FastAPI',
    name: 'fastapi',
    skip: !hasPython('fastapi, uvicorn'),
    reached: 8,
    launch: fastapi,
    flags: ['--bearer', 'secret-token-of-the-suite'],
  },
  {
    title: 'an application on Django REST framework',
    name: 'django',
    skip: !hasPython('rest_framework, uritemplate, inflection'),
    reached: 12,
    launch: django,
  },
  {
    title: 'Alertmanager',
    name: 'alertmanager',
    skip: !existsSync(ALERTMANAGER),
    reached: 9,
    launch: alertmanager,
    values: values('alertmanager'),
  },
  {
    title: 'PowerDNS',
    name: 'powerdns',
    skip: !hasPdns,
    reached: 31,
    launch: powerdns,
    flags: ['--api-key', 'APIKeyHeader=secret-key-of-the-suite'],
    values: values('powerdns'),
  },
  {
    title: 'etcd',
    name: 'etcd',
    skip: !existsSync(ETCD) || !existsSync(ETCD_DOCUMENT),
    reached: 20,
    launch: etcd,
    // A permission without content, which the document allows, ends the process.
    flags: ['--exclude', 'RoleGrantPermission'],
  },
  {
    title: 'netdata',
    name: 'netdata',
    skip: !existsSync(NETDATA) || !existsSync(NETDATA_DOCUMENT),
    // One less than it mostly is: what its charts have to show depends on how long it has run.
    reached: 14,
    launch: netdata,
  },
  {
    title: 'Jupyter Server',
    name: 'jupyter',
    skip: !hasPython('jupyter_server, terminado') || !existsSync(JUPYTER_DOCUMENT),
    reached: 13,
    launch: jupyter,
    // Each kernel is a process of its own.
    flags: ['--header', 'Authorization: token token-of-the-suite', '--exclude', 'kernels', '--exclude', 'sessions'],
  },
  {
    title: 'the administration API of WireMock',
    name: 'wiremock',
    skip: !existsSync(JAVA),
    reached: 24,
    launch: wiremock,
  },
  {
    title: 'the local API of CrowdSec',
    name: 'crowdsec',
    skip: !existsSync(CROWDSEC) || !existsSync(CROWDSEC_DOCUMENT),
    reached: 12,
    launch: crowdsec,
    values: values('crowdsec'),
  },
];
