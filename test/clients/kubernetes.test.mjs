import { ApiException, CoreV1Api, KubeConfig, PatchStrategy, setHeaderOptions } from '@kubernetes/client-node';
import { beforeEach, describe, expect, test } from 'vitest';
import { failure } from './failure.mjs';
import { serve } from './serve.mjs';

const cluster = serve('kubernetes.json');
let core;
beforeEach(() => {
  const config = new KubeConfig();
  config.loadFromClusterAndUser(
    { name: 'mock', server: cluster.url, skipTLSVerify: true },
    { name: 'tester', token: 'secret' },
  );
  core = config.makeApiClient(CoreV1Api);
});

const namespace = 'dev';
const configMap = (name, fields = {}) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, ...fields });
const newConfigMap = (name, fields) => core.createNamespacedConfigMap({ namespace, body: configMap(name, fields) });
const newNamespace = (name = namespace) => core.createNamespace({ body: { metadata: { name } } });
const patchAs = (strategy) => setHeaderOptions('Content-Type', strategy);
const namesOf = ({ items }) => items.map(({ metadata }) => metadata.name).sort();
const pod = (name, labels = {}) => ({
  metadata: { name, labels },
  spec: { containers: [{ name: 'web', image: 'nginx:1.27', ports: [{ containerPort: 80 }] }] },
});

describe('The Kubernetes client with the core API', () => {
  beforeEach(async () => {
    await newNamespace();
  });

  test('a created config map has the name, the namespace and the data that were sent', async () => {
    const made = await newConfigMap('settings', { data: { colour: 'blue' } });
    expect(made.metadata).toMatchObject({ name: 'settings', namespace });
    expect(made.data).toEqual({ colour: 'blue' });
  });

  test('a created config map has an identity, a version and the time of its creation', async () => {
    const { metadata } = await newConfigMap('settings');
    expect(metadata.uid).toMatch(/^[0-9a-f-]{36}$/);
    expect(typeof metadata.resourceVersion).toBe('string');
    expect(Math.abs(new Date(metadata.creationTimestamp).getTime() - Date.now())).toBeLessThan(120_000);
  });

  test('a created config map says what it is', async () => {
    expect(await newConfigMap('settings')).toMatchObject({ apiVersion: 'v1', kind: 'ConfigMap' });
  });

  test('an object that was sent without kind and version has them when it is read', async () => {
    await core.createNamespacedConfigMap({ namespace, body: { metadata: { name: 'bare' } } });
    const read = await core.readNamespacedConfigMap({ namespace, name: 'bare' });
    expect(read).toMatchObject({ apiVersion: 'v1', kind: 'ConfigMap' });
  });

  test('a created config map is not in deletion', async () => {
    expect((await newConfigMap('settings')).metadata.deletionTimestamp).toBeUndefined();
  });

  test('a created config map is read as it was created', async () => {
    const made = await newConfigMap('settings', { data: { colour: 'blue' } });
    expect(await core.readNamespacedConfigMap({ namespace, name: 'settings' })).toEqual(made);
  });

  test('a created config map stands in the list of its namespace and of no other', async () => {
    await newNamespace('other');
    await newConfigMap('settings');
    expect(namesOf(await core.listNamespacedConfigMap({ namespace }))).toEqual(['settings']);
    expect(namesOf(await core.listNamespacedConfigMap({ namespace: 'other' }))).not.toContain('settings');
  });

  test('a created config map stands in the list of all namespaces', async () => {
    await newConfigMap('settings');
    expect(namesOf(await core.listConfigMapForAllNamespaces())).toContain('settings');
  });

  test('a list says what it is', async () => {
    expect(await core.listNamespacedConfigMap({ namespace })).toMatchObject({
      apiVersion: 'v1',
      kind: 'ConfigMapList',
    });
  });

  test('objects that were there before say what they are', async () => {
    const { items } = await core.listNode();
    expect(items.length).toBeGreaterThan(0);
    for (const { kind = 'Node', apiVersion = 'v1' } of items) expect([kind, apiVersion]).toEqual(['Node', 'v1']);
  });

  test('`limit` and `continue` give every object once and end', async () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    for (const name of names) await newConfigMap(name);
    const seen = [];
    let _continue;
    for (let page = 0; page < 20; page++) {
      const list = await core.listNamespacedConfigMap({ namespace, limit: 2, _continue });
      expect(list.items.length).toBeLessThanOrEqual(2);
      seen.push(...namesOf(list));
      _continue = list.metadata._continue;
      if (!_continue) break;
    }
    expect(_continue || undefined).toBeUndefined();
    expect(seen.sort()).toEqual(names);
  });

  test('a label selector lists only what has the label', async () => {
    await newConfigMap('a', { metadata: { name: 'a', labels: { app: 'shop' } } });
    await newConfigMap('b', { metadata: { name: 'b', labels: { app: 'bank' } } });
    expect(namesOf(await core.listNamespacedConfigMap({ namespace, labelSelector: 'app=shop' }))).toEqual(['a']);
  });

  test('a field selector lists only what has the field', async () => {
    await newConfigMap('a');
    await newConfigMap('b');
    expect(namesOf(await core.listNamespacedConfigMap({ namespace, fieldSelector: 'metadata.name=b' }))).toEqual(['b']);
  });

  test('a replaced config map has the new data only', async () => {
    await newConfigMap('settings', { data: { colour: 'blue', size: 'L' } });
    await core.replaceNamespacedConfigMap({
      namespace,
      name: 'settings',
      body: configMap('settings', { data: { colour: 'red' } }),
    });
    expect((await core.readNamespacedConfigMap({ namespace, name: 'settings' })).data).toEqual({ colour: 'red' });
  });

  test('an update gives another resource version', async () => {
    const made = await newConfigMap('settings', { data: { colour: 'blue' } });
    const replaced = await core.replaceNamespacedConfigMap({
      namespace,
      name: 'settings',
      body: configMap('settings', { data: { colour: 'red' } }),
    });
    expect(replaced.metadata.resourceVersion).not.toBe(made.metadata.resourceVersion);
    expect(replaced.metadata.uid).toBe(made.metadata.uid);
  });

  test('a JSON Patch changes one key', async () => {
    await newConfigMap('settings', { data: { colour: 'blue', size: 'L' } });
    const body = [{ op: 'replace', path: '/data/colour', value: 'green' }];
    const patched = await core.patchNamespacedConfigMap(
      { namespace, name: 'settings', body },
      patchAs(PatchStrategy.JsonPatch),
    );
    expect(patched.data).toEqual({ colour: 'green', size: 'L' });
  });

  test.each([PatchStrategy.MergePatch, PatchStrategy.StrategicMergePatch])('%s merges', async (strategy) => {
    await newConfigMap('settings', { data: { colour: 'blue', size: 'L' } });
    const body = { data: { colour: 'green' } };
    await core.patchNamespacedConfigMap({ namespace, name: 'settings', body }, patchAs(strategy));
    const { data } = await core.readNamespacedConfigMap({ namespace, name: 'settings' });
    expect(data).toEqual({ colour: 'green', size: 'L' });
  });

  test('a deleted config map is gone: the answer is a success, a read an ApiException with code 404', async () => {
    await newConfigMap('settings');
    await core.deleteNamespacedConfigMap({ namespace, name: 'settings' });
    const error = await failure(core.readNamespacedConfigMap({ namespace, name: 'settings' }));
    expect(error).toBeInstanceOf(ApiException);
    expect(error.code).toBe(404);
  });

  test('the answer to a deletion is a Status of success', async () => {
    await newConfigMap('settings');
    const status = await core.deleteNamespacedConfigMap({ namespace, name: 'settings' });
    expect(status).toMatchObject({ kind: 'Status', apiVersion: 'v1', status: 'Success' });
  });

  // wrong today: errors are problem+json, although the document has a schema Status for outcomes.
  test.fails('an error is a Status of failure with the code of the answer', async () => {
    const error = await failure(core.readNamespacedConfigMap({ namespace, name: 'nothing' }));
    const body = typeof error.body === 'string' ? JSON.parse(error.body) : error.body;
    expect(body).toMatchObject({ kind: 'Status', status: 'Failure', code: 404 });
  });

  test('a name that is taken is refused with 409', async () => {
    await newConfigMap('settings');
    const error = await failure(newConfigMap('settings'));
    expect(error).toBeInstanceOf(ApiException);
    expect(error.code).toBe(409);
  });

  test('a generated name begins with what was asked for', async () => {
    const made = await core.createNamespacedConfigMap({ namespace, body: { metadata: { generateName: 'job-' } } });
    expect(made.metadata.name).toMatch(/^job-.+/);
  });

  test('deleting the collection empties it', async () => {
    await newConfigMap('a');
    await newConfigMap('b');
    await core.deleteCollectionNamespacedConfigMap({ namespace });
    expect(namesOf(await core.listNamespacedConfigMap({ namespace }))).toEqual([]);
  });

  test('deleting the collection leaves the namespace and other namespaces alone', async () => {
    await newNamespace('other');
    await core.createNamespacedConfigMap({ namespace: 'other', body: configMap('kept') });
    await newConfigMap('a');
    await core.deleteCollectionNamespacedConfigMap({ namespace });
    expect((await core.readNamespace({ name: namespace })).metadata.name).toBe(namespace);
    expect(namesOf(await core.listNamespacedConfigMap({ namespace: 'other' }))).toEqual(['kept']);
  });

  const newService = (targetPort) =>
    core.createNamespacedService({
      namespace,
      body: { metadata: { name: 'web' }, spec: { ports: [{ port: 80, targetPort }] } },
    });

  test('a service takes a name as its target port', async () => {
    expect((await newService('http')).spec.ports[0]).toMatchObject({ port: 80, targetPort: 'http' });
  });

  test('a service takes a number as its target port', async () => {
    expect((await newService(8080)).spec.ports[0]).toMatchObject({ port: 80, targetPort: 8080 });
  });

  test('a pod has the containers that were sent', async () => {
    await core.createNamespacedPod({ namespace, body: pod('web') });
    const { spec } = await core.readNamespacedPod({ namespace, name: 'web' });
    expect(spec.containers).toHaveLength(1);
    expect(spec.containers[0]).toMatchObject({ name: 'web', image: 'nginx:1.27', ports: [{ containerPort: 80 }] });
  });

  test('a new pod is in a phase that Kubernetes has', async () => {
    const { status } = await core.createNamespacedPod({ namespace, body: pod('web') });
    expect(['Pending', 'Running', 'Succeeded', 'Failed', 'Unknown']).toContain(status?.phase);
  });

  test('a pod without containers is refused with 422', async () => {
    const error = await failure(core.createNamespacedPod({ namespace, body: { metadata: { name: 'web' }, spec: {} } }));
    expect(error).toBeInstanceOf(ApiException);
    expect(error.code).toBe(422);
  });

  test('the log of a pod is text', async () => {
    await core.createNamespacedPod({ namespace, body: pod('web') });
    expect(typeof (await core.readNamespacedPodLog({ namespace, name: 'web' }))).toBe('string');
  });

  test('a status that was set is read', async () => {
    await core.createNamespacedPod({ namespace, body: pod('web') });
    await core.patchNamespacedPodStatus(
      { namespace, name: 'web', body: { status: { phase: 'Failed' } } },
      patchAs(PatchStrategy.MergePatch),
    );
    expect((await core.readNamespacedPod({ namespace, name: 'web' })).status.phase).toBe('Failed');
  });

  // wrong today: a view of another shape below an item is a record of its own.
  test.fails('scaling a controller changes its replicas', async () => {
    await core.createNamespacedReplicationController({
      namespace,
      body: { metadata: { name: 'web' }, spec: { replicas: 1, selector: { app: 'web' } } },
    });
    await core.replaceNamespacedReplicationControllerScale({
      namespace,
      name: 'web',
      body: { metadata: { name: 'web', namespace }, spec: { replicas: 3 } },
    });
    expect((await core.readNamespacedReplicationController({ namespace, name: 'web' })).spec.replicas).toBe(3);
  });

  test('the data of a secret comes back as it was sent', async () => {
    const data = { password: Buffer.from('geheim').toString('base64') };
    await core.createNamespacedSecret({ namespace, body: { metadata: { name: 'db' }, type: 'Opaque', data } });
    expect((await core.readNamespacedSecret({ namespace, name: 'db' })).data).toEqual(data);
  });

  test('a namespace is created, listed, and deleted with what stands in it', async () => {
    await newConfigMap('settings');
    expect(namesOf(await core.listNamespace())).toContain(namespace);
    await core.deleteNamespace({ name: namespace });
    expect((await failure(core.readNamespace({ name: namespace }))).code).toBe(404);
    expect((await failure(core.readNamespacedConfigMap({ namespace, name: 'settings' }))).code).toBe(404);
  });

  test('something in a namespace that is not there is 404', async () => {
    const error = await failure(core.createNamespacedConfigMap({ namespace: 'nowhere', body: configMap('a') }));
    expect(error.code).toBe(404);
  });

  test('without a token the client is refused with 401', async () => {
    const config = new KubeConfig();
    config.loadFromClusterAndUser({ name: 'mock', server: cluster.url, skipTLSVerify: true }, { name: 'stranger' });
    const error = await failure(config.makeApiClient(CoreV1Api).listNamespace());
    expect(error.code).toBe(401);
  });
});
