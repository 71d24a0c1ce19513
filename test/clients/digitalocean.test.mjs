import { createApiClient } from 'dots-wrapper';
import { beforeAll, describe, expect, test } from 'vitest';
import { failure } from './failure.mjs';
import { serve } from './serve.mjs';

describe('dots-wrapper with DigitalOcean', () => {
  const service = serve('digitalocean.json');
  let client;
  beforeAll(() => {
    client = createApiClient({ token: 'token', endpoint: `${service.url}/v2` });
  });
  const MACHINE = { name: 'web-1', region: 'nyc3', size: 's-1vcpu-1gb', image: 'ubuntu-22-04-x64', tags: ['web'] };
  const newDroplet = async (fields = {}) =>
    (await client.droplet.createDroplet({ ...MACHINE, ...fields })).data.droplet;
  const newVolume = async () =>
    (await client.volume.createVolume({ name: 'data', size_gigabytes: 10, region: 'nyc1', description: 'D' })).data
      .volume;

  test('a new droplet has the name and the tags that were sent', async () => {
    expect(await newDroplet()).toMatchObject({ name: 'web-1', tags: ['web'] });
  });

  test('a new droplet is in the region and has the size that were named', async () => {
    const { id } = await newDroplet();
    const { droplet } = (await client.droplet.getDroplet({ droplet_id: id })).data;
    expect(droplet).toMatchObject({ region: { slug: 'nyc3' }, size_slug: 's-1vcpu-1gb' });
  });

  test('droplets are listed by tag', async () => {
    const { id } = await newDroplet({ tags: ['blue-x'] });
    const { droplets } = (await client.droplet.listDroplets({ tag_name: 'blue-x' })).data;
    expect(droplets.map((each) => each.id)).toEqual([id]);
  });

  test('a deleted droplet is not found, in the words of the service', async () => {
    const { id } = await newDroplet();
    expect((await client.droplet.deleteDroplet({ droplet_id: id })).status).toBe(204);
    const { response } = await failure(client.droplet.getDroplet({ droplet_id: id }));
    expect(response.status).toBe(404);
    expect(response.data.id).toBe('not_found');
  });

  test('pages give every droplet once and end', async () => {
    for (const name of ['a', 'b', 'c']) await newDroplet({ name });
    const ids = [];
    let [more, page, total] = [true, 1, 0];
    for (; more && page < 30; page += 1) {
      const { droplets, links, meta } = (await client.droplet.listDroplets({ page, per_page: 2 })).data;
      ids.push(...droplets.map((each) => each.id));
      more = links?.pages?.next !== undefined;
      total = meta.total;
    }
    expect(ids).toHaveLength(total);
    expect(new Set(ids).size).toBe(total);
  });

  test('an action is about its droplet, and is listed there', async () => {
    const { id } = await newDroplet();
    const { action } = (await client.droplet.powerOffDroplet({ droplet_id: id })).data;
    expect(action).toMatchObject({ type: 'power_off', resource_id: id });
    const { actions } = (await client.droplet.listDropletActions({ droplet_id: id })).data;
    expect(actions.map((each) => each.id)).toContain(action.id);
  });

  test('a renamed droplet has its new name', async () => {
    const { id } = await newDroplet();
    await client.droplet.renameDroplet({ droplet_id: id, name: 'new-name' });
    expect((await client.droplet.getDroplet({ droplet_id: id })).data.droplet.name).toBe('new-name');
  });

  // wrong today: where a body is one of several forms, the answer is always that of the first.
  test.fails('several droplets are created at once', async () => {
    const names = ['a', 'b'];
    const { droplets } = (await client.droplet.createDroplets({ ...MACHINE, names })).data;
    expect(droplets.map((each) => each.name)).toEqual(names);
  });

  test('a domain is found by its name, and goes', async () => {
    const name = 'acme.example';
    await client.domain.createDomain({ name, ip_address: '1.2.3.4' });
    expect((await client.domain.getDomain({ name })).data.domain.name).toBe(name);
    expect((await client.domain.deleteDomain({ name })).status).toBe(204);
  });

  test('records of a domain are listed by type', async () => {
    const domain_name = 'acme.example';
    await client.domain.createDomain({ name: domain_name, ip_address: '1.2.3.4' });
    const sent = { type: 'A', name: 'www', data: '1.2.3.4', ttl: 1800 };
    const { domain_record } = (await client.domain.createDomainRecord({ domain_name, ...sent })).data;
    expect(domain_record).toMatchObject(sent);
    const { domain_records } = (await client.domain.listDomainRecords({ domain_name, type: 'A' })).data;
    expect(domain_records.map((each) => each.id)).toContain(domain_record.id);
    for (const { type } of domain_records) expect(type).toBe('A');
  });

  test('a new volume is attached to nothing', async () => {
    expect(await newVolume()).toMatchObject({ name: 'data', size_gigabytes: 10, description: 'D', droplet_ids: [] });
  });

  test('a snapshot of a volume names the volume, and is listed there', async () => {
    const { id } = await newVolume();
    const { snapshot } = (await client.volume.createVolumeSnapshot({ volume_id: id, name: 'snap' })).data;
    expect(snapshot).toMatchObject({ name: 'snap', resource_id: id });
    const { snapshots } = (await client.volume.listVolumeSnapshots({ volume_id: id })).data;
    expect(snapshots.map((each) => each.id)).toContain(snapshot.id);
  });

  test('an SSH key keeps its public key when it is renamed', async () => {
    const key = { name: 'me', public_key: 'ssh-rsa AAAAB3 me' };
    const { ssh_key } = (await client.sshKey.createSshKey(key)).data;
    await client.sshKey.updateSshKey({ ssh_key_id: ssh_key.id, name: 'you' });
    const found = (await client.sshKey.getSshKey({ ssh_key_id: ssh_key.id })).data.ssh_key;
    expect(found).toMatchObject({ name: 'you', public_key: key.public_key });
  });

  test('droplets are added to a firewall and taken out again', async () => {
    const [first, second] = [(await newDroplet()).id, (await newDroplet()).id];
    const rule = { protocol: 'tcp', ports: '80' };
    const addresses = ['0.0.0.0/0'];
    const { firewall } = (
      await client.firewall.createFirewall({
        name: 'wall',
        inbound_rules: [{ ...rule, sources: { addresses } }],
        outbound_rules: [{ ...rule, destinations: { addresses } }],
        droplet_ids: [first],
      })
    ).data;
    const at = { firewall_id: firewall.id };
    const shown = async () => (await client.firewall.getFirewall(at)).data.firewall.droplet_ids;
    await client.firewall.addDropletsToFirewall({ ...at, droplet_ids: [second] });
    expect(await shown()).toEqual([first, second]);
    await client.firewall.removeDropletsFromFirewall({ ...at, droplet_ids: [first] });
    expect(await shown()).toEqual([second]);
  });

  test('a network keeps its region when it is renamed', async () => {
    const { vpc } = (await client.vpc.createVpc({ name: 'net', region: 'nyc1', description: 'x' })).data;
    const changed = (await client.vpc.updateVpc({ vpc_id: vpc.id, name: 'other', description: 'y' })).data.vpc;
    expect(changed).toMatchObject({ name: 'other', region: 'nyc1', description: 'y' });
  });

  test('a new cluster of databases is being created', async () => {
    const sent = { name: 'pg', engine: 'pg', version: '14', region: 'nyc3', size: 'db-s-2vcpu-4gb', num_nodes: 2 };
    const { database } = (await client.database.createDatabaseCluster(sent)).data;
    expect(database).toMatchObject({ name: 'pg', engine: 'pg', num_nodes: 2, status: 'creating' });
  });

  test('a wrong request is refused with a message', async () => {
    const { response } = await failure(client.droplet.createDroplet({ name: 'x' }));
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.data.message).toBeTypeOf('string');
  });
});
