import { describe, expect, it } from 'vitest';
import { many, NEW_PET, object, PET, ref, see, small, text, whole } from './documents.ts';

const SCHEMAS = { Pet: PET, NewPet: NEW_PET };
const pet = ref('Pet');

describe('A collection and its items', () => {
  it('are seen from a path and the same path with an id', async () => {
    const { short } = see(
      await small(
        {
          'GET /pets': { answer: many(pet) },
          'POST /pets': { body: ref('NewPet'), answer: pet, status: '201' },
          'GET /pets/{petId}': { answer: pet },
          'PUT /pets/{petId}': { body: ref('NewPet'), answer: pet },
          'PATCH /pets/{petId}': { body: object({ name: text }), answer: pet },
          'DELETE /pets/{petId}': { status: '204' },
        },
        SCHEMAS,
      ),
    );
    expect(short('GET /pets')).toBe('list pets');
    expect(short('POST /pets')).toBe('create pets');
    expect(short('GET /pets/{petId}')).toBe('read pets');
    expect(short('PUT /pets/{petId}')).toBe('replace pets');
    expect(short('PATCH /pets/{petId}')).toBe('patch pets');
    expect(short('DELETE /pets/{petId}')).toBe('delete pets');
  });

  it('are created by POST with 200 as well as with 201', async () => {
    const { short } = see(
      await small({ 'GET /pets': { answer: many(pet) }, 'POST /pets': { body: ref('NewPet'), answer: pet } }, SCHEMAS),
    );
    expect(short('POST /pets')).toBe('create pets');
  });

  it('are not created by a POST that repeats the GET of its path', async () => {
    const session = object({ id: text, groupId: text });
    const query = { groupId: text };
    const { short } = see(
      await small({
        'GET /sessionsOfGroup': { query, answer: many(session) },
        'POST /sessionsOfGroup': { query, answer: many(session) },
        'GET /sessionInfo': { query: { sessionId: text }, answer: session },
        'POST /sessionInfo': { query: { sessionId: text }, answer: session },
        'GET /visits': { query, answer: many(session) },
        'POST /visits': { query, answer: session },
      }),
    );
    expect(short('POST /sessionsOfGroup')).toBe('action');
    expect(short('POST /sessionInfo')).toBe('action');
    expect(short('POST /visits')).toBe('create visits');
  });

  it('may stand on a singular path, and take the id of a replacement from its body', async () => {
    const { short, role } = see(
      await small(
        {
          'POST /pet': { body: pet, answer: pet },
          'PUT /pet': { body: pet, answer: pet },
          'GET /pet/{petId}': { answer: pet },
        },
        SCHEMAS,
        { petId: whole },
      ),
    );
    expect(short('PUT /pet')).toBe('replace pet');
    expect(role('PUT /pet')).toMatchObject({ requestEntity: '', responseEntity: '' });
    expect(role('PUT /pet').id).toBeUndefined();
  });

  it('may be updated by POST on the item, if it answers the item', async () => {
    const { short } = see(
      await small(
        {
          'GET /pets': { answer: object({ object: text, data: many(pet), has_more: { type: 'boolean' } }) },
          'GET /pets/{pet}': { answer: pet },
          'POST /pets/{pet}': { body: object({ name: text, status: text, expand: many(text) }), answer: pet },
          'POST /pets/{pet}/groom': { answer: pet },
        },
        SCHEMAS,
      ),
    );
    expect(short('POST /pets/{pet}')).toBe('patch pets');
    expect(short('POST /pets/{pet}/groom')).toBe('action');
  });

  it('may be put into place by PUT alone', async () => {
    const { short, model } = see(
      await small({
        'GET /secrets': { answer: many(object({ name: text, created_at: text })) },
        'PUT /secrets/{secret_name}': { body: object({ value: text }), status: '204' },
      }),
    );
    expect(short('PUT /secrets/{secret_name}')).toBe('replace secrets');
    expect(model.resource('secrets')?.id?.property).toBe('name');
  });

  it('say by status alone whether an id is among them', async () => {
    const { role } = see(
      await small({
        'GET /teams/{team}/members': { answer: many(object({ login: text, url: text })) },
        'GET /teams/{team}/members/{username}': { status: '204' },
        'PUT /teams/{team}/members/{username}': { status: '204' },
      }),
    );
    expect(role('GET /teams/{team}/members/{username}').kind).toBe('read');
    expect(role('GET /teams/{team}/members/{username}').responseEntity).toBeUndefined();
    expect(role('PUT /teams/{team}/members/{username}').kind).toBe('replace');
  });

  it('keep on replacement what the request cannot name', async () => {
    const { role } = see(
      await small(
        { 'GET /pets/{id}': { answer: pet }, 'PUT /pets/{id}': { body: object({ name: text }), answer: pet } },
        SCHEMAS,
      ),
    );
    expect(role('PUT /pets/{id}').keeps).toEqual(['status', 'tags']);
  });

  it.each([
    ['an object around one list', object({ operations: many(object({ op: text, path: text, value: {} })) })],
    ['a list of another media type', many(object({ op: text, path: text, value: {} }))],
  ])('take steps of a JSON Patch in %s', async (_, body) => {
    const { short } = see(
      await small(
        {
          'GET /pets': { answer: many(pet) },
          'GET /pets/{id}': { answer: pet },
          'PATCH /pets/{id}': { body, answer: pet },
        },
        { Pet: PET },
      ),
    );
    expect(short('PATCH /pets/{id}')).toBe('patch pets');
  });

  it('are patched by what stands in the envelope of the request', async () => {
    const resource = object({ type: text, id: text, attributes: object({ name: text }), relationships: object({}) });
    const { short, role } = see(
      await small({
        'POST /pets': { body: object({ data: resource }), answer: object({ data: resource, meta: object({}) }) },
        'GET /pets/{id}': { answer: object({ data: resource }) },
        'PATCH /pets/{id}': { body: object({ data: resource }), answer: object({ data: resource, meta: object({}) }) },
      }),
    );
    expect(short('PATCH /pets/{id}')).toBe('patch pets');
    expect(role('PATCH /pets/{id}')).toMatchObject({ requestEntity: '/data', responseEntity: '/data' });
  });

  it('are created by a POST whose 201 says nothing but where they are, whatever it takes', async () => {
    const answered = (headers: object) => ({ responses: { 201: { description: 'made', headers } } });
    const upload = { body: object({ file: text }), status: '201' };
    const at = async (headers: object) =>
      see(
        await small(
          { 'GET /media': { answer: many(ref('Pet')) }, 'POST /media': { ...upload, extensions: answered(headers) } },
          { Pet: PET },
        ),
      ).short('POST /media');
    expect(await at({ Location: { schema: text } })).toBe('create media');
    expect(await at({})).toBe('action');
  });

  it('are made on a path of their own, which says so', async () => {
    const made = { body: ref('NewPet'), answer: ref('Pet') };
    const { short } = see(
      await small(
        { 'GET /pets/{id}': { answer: ref('Pet') }, 'POST /pets/create': made, 'POST /pets/groom': made },
        SCHEMAS,
      ),
    );
    expect(short('POST /pets/create')).toBe('create pets');
    expect(short('POST /pets/groom')).toBe('action');
  });

  it('are made by a POST that begins them and answers their id, and are missing before', async () => {
    const Game = object({ gameId: text, player: text, status: text });
    const read = { 'GET /games/{gameId}': { answer: ref('Game') } };
    const begun = { body: object({ player: text }), answer: object({ gameId: text, position: text }) };
    const seen = see(await small({ ...read, 'POST /games/start': begun }, { Game }));
    expect(seen.short('POST /games/start')).toBe('create games');
    expect(seen.role('POST /games/start').resource?.enumerable).toBe(true);
    const moved = { ...begun, body: object({ gameId: text, direction: text }) };
    const other = see(await small({ ...read, 'POST /games/start': moved }, { Game }));
    expect(other.short('POST /games/start')).toBe('action');
    expect(other.role('GET /games/{gameId}').resource?.enumerable).toBe(false);
  });

  it.each([
    ['by words behind the verb', 'POST /pets/add-from-rules', {}, 'create pets'],
    ['by the verb and its own word', 'POST /pets/create-pet', {}, 'create pets'],
    ['by the name of the operation', 'POST /pets/stray', { summary: 'Create stray pet' }, 'create pets'],
    ['not by another thing that is created', 'POST /pets/stray', { summary: 'Create a stray for a pet' }, 'action'],
    ['not by another word behind the verb', 'POST /pets/add-tag', {}, 'action'],
  ])('are made below their collection, known %s', async (_, line, extensions, role) => {
    const receipt = object({ id: text, isNew: text });
    const made = { body: object({ image: text, breed: text }), answer: receipt, status: '201', extensions };
    const read = { 'GET /pets': { answer: many(ref('Pet')) }, 'GET /pets/{id}': { answer: ref('Pet') } };
    expect(see(await small({ ...read, 'POST /pets': made, [line]: made }, SCHEMAS)).short(line)).toBe(role);
    const named = { ...made, body: object({ id: text, image: text }) };
    expect(see(await small({ ...read, 'POST /pets': made, [line]: named }, SCHEMAS)).short(line)).toBe('action');
  });

  it.each([
    ['by what they show', 'POST /pets/long', { summary: 'Send a long pet' }, ref('Pet')],
    [
      'by the list that they show',
      'POST /pets/content',
      { summary: 'Upload pet' },
      object({ entries: many(ref('Pet')) }),
    ],
  ])('are made below their collection, known %s', async (_, line, extensions, answer) => {
    const made = { body: object({ image: text }), answer, status: '201', extensions };
    const read = { 'GET /pets/{id}': { answer: ref('Pet') } };
    expect(see(await small({ ...read, [line]: made }, SCHEMAS)).short(line)).toBe('create pets');
    const unnamed = { ...made, status: '200', extensions: {} };
    expect(see(await small({ ...read, [line]: unnamed }, SCHEMAS)).short(line)).toBe('action');
  });

  it('are made below their collection by a 201 that shows one, whatever the operation is called', async () => {
    const read = { 'GET /pets/{id}': { answer: ref('Pet') } };
    const short = async (answer: object) =>
      see(
        await small({ ...read, 'POST /pets/long': { body: object({ image: text }), answer, status: '201' } }, SCHEMAS),
      ).short('POST /pets/long');
    expect(await short(ref('Pet'))).toBe('create pets');
    expect(await short(object({ id: text, seller: text, amount: whole }))).toBe('action');
  });

  it('are made from the only list of a body, also if that is optional', async () => {
    const { role } = see(
      await small({
        'GET /groups/{group}/members': {
          answer: object({ members: many(object({ id: text, email: text, name: text })) }),
        },
        'DELETE /groups/{group}/members/{id}': { status: '204' },
        'POST /groups/{group}/members': {
          body: object({ members: many(object({ id: text, email: text })) }),
          answer: object({ ids: text, added_at: text }),
          status: '201',
        },
      }),
    );
    expect(role('POST /groups/{group}/members').creates).toEqual({ each: '/members' });
  });

  it('are read and deleted by another property behind its plural', async () => {
    const tagged = object({ id: text, tag_name: text, body: text });
    const { role } = see(
      await small({
        'GET /pets': { answer: many(tagged) },
        'GET /pets/{id}': { answer: tagged },
        'GET /pets/tags/{tag}': { answer: tagged },
        'DELETE /pets/tags/{tag}': { status: '204' },
      }),
    );
    for (const line of ['GET /pets/tags/{tag}', 'DELETE /pets/tags/{tag}'])
      expect(role(line)).toMatchObject({ resource: { name: 'pets' }, id: { property: 'tag_name' } });
  });

  it('are changed on the path of what makes them, with an id behind it', async () => {
    const shown = object({ petId: text, name: text, age: whole });
    const { short } = see(
      await small(
        {
          'GET /pets/{petId}': { answer: shown },
          'POST /pets/stray': {
            body: object({ name: text }),
            answer: object({ petId: text }),
            extensions: { summary: 'Create stray pet' },
          },
          'POST /pets/stray/{petId}': { body: object({ name: text }), answer: shown },
        },
        SCHEMAS,
      ),
    );
    expect(short('POST /pets/stray')).toBe('create pets');
    expect(short('POST /pets/stray/{petId}')).toBe('patch pets');
  });

  it.each([
    ['UserAdd', 'create users'],
    ['createUser', 'create users'],
    ['UserSend', 'action'],
  ])('are made by %s, which takes what their path names and answers nothing of them: %s', async (operationId, role) => {
    const user = object({ roles: many(text), since: text });
    const sent = object({ name: text, password: text, options: object({ silent: { type: 'boolean' } }) });
    const { short } = see(
      await small({
        'GET /users': { answer: many(object({ name: text })) },
        'POST /users': { body: sent, answer: object({ revision: text }), extensions: { operationId } },
        'GET /users/{name}': { answer: user },
        'DELETE /users/{name}': {},
      }),
    );
    expect(short('POST /users')).toBe(role);
  });

  it('are made where an answer has the id that their own path names', async () => {
    const at = async (answer: object) =>
      see(
        await small({
          'GET /dubbings/{dubbingId}': { answer: object({ dubbingId: text, state: text, languages: many(text) }) },
          'POST /dubbings': { body: object({ source: text, to: text }), answer },
        }),
      ).short('POST /dubbings');
    expect(await at(object({ dubbingId: text, seconds: whole }))).toBe('create dubbings');
    expect(await at(object({ taskId: text, seconds: whole }))).toBe('action');
  });

  it('are made where an answer has the number by which the list knows them, and no path names one', async () => {
    const at = async (answer: object) =>
      see(
        await small({
          'GET /incidents': { answer: object({ incidents: many(object({ incidentNumber: text, phase: text })) }) },
          'POST /incidents': { body: object({ summary: text, targets: many(text) }), answer },
        }),
      ).short('POST /incidents');
    expect(await at(object({ incidentNumber: text, error: text }))).toBe('create incidents');
    expect(await at(object({ requestNumber: text, error: text }))).toBe('action');
  });

  it('take properties from query parameters of a write', async () => {
    const { role } = see(
      await small(
        {
          'GET /pet/{petId}': { answer: pet },
          'POST /pet/{petId}': { query: { name: text, force: text }, answer: pet },
        },
        SCHEMAS,
        { petId: whole },
      ),
    );
    expect(role('POST /pet/{petId}')).toMatchObject({
      kind: 'patch',
      inputs: [{ parameter: 'name', pointer: '/name' }],
    });
  });
});

describe('A collection for each value of a parameter', () => {
  const client = object({ client_id: text, redirect_uri: text });
  const lines = (base: string) => [
    `GET ${base}/{app}`,
    `GET ${base}/{app}/{clientId}`,
    `DELETE ${base}/{app}/{clientId}`,
  ];

  it('is the path that lists, where the next parameter names an item and nothing lists all', async () => {
    const [list = '', read = '', remove = ''] = lines('/oauth/clients');
    const { short, role } = see(
      await small({ [list]: { answer: many(client) }, [read]: { answer: client }, [remove]: { status: '204' } }),
    );
    expect([list, read, remove].map(short)).toEqual(['list clients', 'read clients', 'delete clients']);
    expect(role(remove)).toMatchObject({ id: { parameter: 'clientId', property: 'client_id' } });
    expect(role(remove).scope).toMatchObject([{ parameter: 'app' }]);
  });

  it('is none where the path shows one thing', async () => {
    const [list = '', , remove = ''] = lines('/clients');
    const { short } = see(await small({ [list]: { answer: client }, [remove]: { status: '204' } }));
    expect(short(remove)).toBe('action');
  });

  it('is none where something lists all of them', async () => {
    const [list = '', , remove = ''] = lines('/clients');
    const all = { 'GET /clients': { answer: many(client) } };
    const { short } = see(await small({ ...all, [list]: { answer: many(client) }, [remove]: { status: '204' } }));
    expect(short(remove)).toBe('action');
  });

  it('may have no word in its path', async () => {
    const [list = '', read = '', remove = ''] = lines('');
    const { short, role } = see(
      await small({
        [list]: { answer: object({ results: many(client) }) },
        'POST /{app}': { body: client, answer: client, status: '201' },
        [read]: { answer: client },
        [remove]: { status: '204' },
      }),
    );
    const kinds = [list, 'POST /{app}', read, remove].map((line) => short(line).split(' ')[0]);
    expect(kinds).toEqual(['list', 'create', 'read', 'delete']);
    expect(role(read).scope).toMatchObject([{ parameter: 'app' }]);
  });
});

describe('What is not followed', () => {
  it.each([
    ['a batch', 'POST /pets', { body: many(pet), answer: many(pet) }],
    ['a deletion of everything', 'DELETE /pets', { status: '204' }],
    ['a search by POST', 'POST /pets/search', { body: object({ name: text }), answer: many(pet) }],
    ['a verb on an item', 'POST /pets/{id}/sell', { answer: pet }],
    [
      'a POST whose answer is something else',
      'POST /pets',
      { body: object({ card: text, amount: whole }), answer: object({ receipt: text }) },
    ],
    ['a PATCH about something else', 'PATCH /pets/{id}', { body: object({ context: text, value: text }), answer: pet }],
    ['a PUT without body', 'PUT /pets/{id}', { answer: pet }],
  ])('%s is an action', async (_, line, op) => {
    const { short } = see(
      await small({ 'GET /pets': { answer: many(pet) }, 'GET /pets/{id}': { answer: pet }, [line]: op }, SCHEMAS),
    );
    expect(short(line)).toBe('action');
  });

  it('remote procedures are actions or nothing', async () => {
    const { short } = see(
      await small({
        'POST /login': {
          body: object({ user: text, password: text }),
          answer: object({ token: text, expires: whole }),
        },
        'POST /convert': { body: object({ from: text }), answer: object({ from: text, to: text }) },
        'GET /health': { answer: object({ status: text }) },
        'GET /files/{path}': { answer: { type: 'string', format: 'binary' }, media: 'application/octet-stream' },
        'GET /compare/{base}...{head}': { answer: object({ ahead: whole, behind: whole }) },
      }),
    );
    expect(
      ['POST /login', 'POST /convert', 'GET /health', 'GET /files/{path}', 'GET /compare/{base}...{head}'].map(short),
    ).toEqual(['action', 'action', 'none', 'none', 'none']);
  });

  it('an array of plain values or of numbers is not a list', async () => {
    const { short } = see(
      await small({ 'GET /words': { answer: many(text) }, 'GET /stats': { answer: many(many(whole)) } }),
    );
    expect([short('GET /words'), short('GET /stats')]).toEqual(['none', 'none']);
  });
});

describe('A singleton', () => {
  const settings = ref('Settings');
  const schemas = { Settings: object({ theme: text, language: text, font: text }) };

  it('is one object that its own path reads and changes', async () => {
    const { short, model } = see(
      await small(
        {
          'GET /settings': { answer: settings },
          'PUT /settings': { body: settings, status: '204' },
          'PATCH /settings': { body: object({ theme: text }), answer: settings },
        },
        schemas,
      ),
    );
    expect(['GET /settings', 'PUT /settings', 'PATCH /settings'].map(short)).toEqual([
      'read settings',
      'replace settings',
      'patch settings',
    ]);
    expect(model.resource('settings')).toMatchObject({ singleton: true, itemPath: '/settings', enumerable: false });
    expect(model.resource('settings')?.id).toBeUndefined();
  });

  it('may ask every request for the version of the API', async () => {
    const rules = object({ id: text, name: text, rules: many(text) });
    const at = async (name: string) => {
      const extensions = { parameters: [{ name, in: 'query', required: true, schema: text }] };
      const read = { answer: rules, extensions };
      const { short } = see(
        await small({ 'GET /rules/default': read, 'PUT /rules/default': { ...read, body: rules } }),
      );
      return short('GET /rules/default');
    };
    expect(await at('api-version')).toBe('read default');
    expect(await at('date')).toBe('none');
  });

  it('is not an object that nothing changes', async () => {
    expect(see(await small({ 'GET /users/me': { answer: settings } }, schemas)).short('GET /users/me')).toBe('none');
  });

  it('is not a switch that is only put on and off', async () => {
    const { short } = see(
      await small(
        { 'GET /x': { answer: settings }, 'PUT /x': { status: '204' }, 'DELETE /x': { status: '204' } },
        schemas,
      ),
    );
    expect(['GET /x', 'PUT /x', 'DELETE /x'].map(short)).toEqual(['none', 'action', 'action']);
  });

  it('has a parent where it is nested', async () => {
    const { model } = see(
      await small(
        {
          'GET /users': { answer: many(object({ id: text, name: text })) },
          'GET /users/{userId}/settings': { answer: settings },
          'PUT /users/{userId}/settings': { body: settings, answer: settings },
        },
        schemas,
      ),
    );
    expect(model.resource('settings')?.parent).toEqual({ resource: 'users', parameter: 'userId' });
  });
});

describe('A PUT', () => {
  const task = object({ id: text, name: text, notes: text });
  const sent = (required: readonly string[]): object => object({ name: text, notes: text }, required);
  const keeps = async (made: object, put: object, extensions: Readonly<Record<string, unknown>> = {}) =>
    see(
      await small({
        'GET /tasks': { answer: many(task) },
        'POST /tasks': { body: made, answer: task, status: '201' },
        'GET /tasks/{id}': { answer: task },
        'PUT /tasks/{id}': { body: put, answer: task, extensions },
      }),
    ).role('PUT /tasks/{id}').keeps;

  it('changes what is sent where it requires nothing of what a creation requires', async () => {
    expect(await keeps(sent(['name']), sent([]))).toEqual(['name', 'notes']);
  });

  it('replaces the whole where both require the same, and where neither requires anything', async () => {
    expect(await keeps(sent(['name']), sent(['name']))).toBeUndefined();
    expect(await keeps(sent([]), sent([]))).toBeUndefined();
  });

  it('changes what is sent where its description says so', async () => {
    const said = { description: 'Only the fields provided in the body are updated; others stay.' };
    expect(await keeps(sent([]), sent([]), said)).toEqual(['name', 'notes']);
    expect(await keeps(sent([]), sent([]), { description: 'Updates a task.' })).toBeUndefined();
  });
});

describe('A POST on the path of an item', () => {
  it('changes the item where it answers the whole item, however little it takes', async () => {
    const call = object({ sid: text, status: text, to: text, from: text, price: text });
    const { short } = see(
      await small({
        'GET /calls': { answer: many(call) },
        'GET /calls/{sid}': { answer: call },
        'POST /calls/{sid}': { body: object({ status: text, url: text, method: text, twiml: text }), answer: call },
      }),
    );
    expect(short('POST /calls/{sid}')).toBe('patch calls');
  });
});

describe('A list of texts', () => {
  const label = object({ id: whole, name: text, color: text });
  const role = async (body: object) =>
    see(
      await small({
        'GET /issues': { answer: many(object({ number: whole, title: text })) },
        'GET /issues/{number}': { answer: object({ number: whole, title: text }) },
        'GET /issues/{number}/labels': { answer: many(label) },
        'POST /issues/{number}/labels': { body, answer: many(label) },
        'DELETE /issues/{number}/labels/{name}': { status: '204' },
      }),
    ).role('POST /issues/{number}/labels');

  it.each([
    ['in the property that is called as the collection is', object({ labels: many(text) }), '/labels'],
    ['that is the body', many(text), ''],
    ['of texts or objects', object({ labels: many({ oneOf: [text, object({ name: text })] }) }), '/labels'],
  ])('%s puts in what the collection calls so', async (_, body, each) => {
    expect((await role(body)).creates).toEqual({ each, shown: '', by: 'name' });
  });

  it('under another name says nothing of that', async () => {
    expect((await role(object({ reasons: many(text) }))).creates).toBeUndefined();
  });
});

describe('A version in the middle of a path', () => {
  const rule = object({ id: text, title: text }, ['id']);
  const log = object({ id: text, rule_id: text, line: text }, ['id', 'rule_id']);

  it('names no resource: the word before it does', async () => {
    const { short, role } = see(
      await small(
        {
          'GET /rules/v4': { answer: many(ref('Rule')) },
          'POST /rules/v4': { body: object({ title: text }), answer: ref('Rule'), status: '201' },
          'GET /rules/v4/{id}': { answer: ref('Rule') },
          'DELETE /rules/v4/{id}': { status: '204' },
          'GET /rules/v4/{ruleId}/logs/v2.1/{logId}': { answer: ref('Log') },
          'GET /rules/v4/{ruleId}/logs/v2.1': { answer: many(ref('Log')) },
          'GET /{region}/v1beta2/towns/{id}': { answer: ref('Rule') },
          'GET /{region}/v1beta2/towns': { answer: many(ref('Rule')) },
        },
        { Rule: rule, Log: log },
      ),
    );
    expect(short('POST /rules/v4')).toBe('create rules');
    expect(short('GET /rules/v4/{id}')).toBe('read rules');
    expect(short('GET /rules/v4/{ruleId}/logs/v2.1/{logId}')).toBe('read logs');
    const { resource, scope } = role('GET /rules/v4/{ruleId}/logs/v2.1') ?? {};
    expect(scope).toEqual([{ parameter: 'ruleId', home: 'ruleId', property: 'rule_id' }]);
    expect(resource?.relations).toMatchObject([{ resource: 'rules' }]);
    expect(resource?.collectionPath).toBe('/rules/v4/{ruleId}/logs/v2.1');
    expect(short('GET /{region}/v1beta2/towns/{id}')).toBe('read towns');
  });

  it('keeps versions of a collection apart', async () => {
    const { role } = see(
      await small(
        {
          'GET /api/v1/rules': { answer: many(ref('Rule')) },
          'GET /api/v1/rules/{id}': { answer: ref('Rule') },
          'GET /api/v2/rules': { answer: many(ref('Rule')) },
          'GET /api/v2/rules/{id}': { answer: ref('Rule') },
        },
        { Rule: rule },
      ),
    );
    expect(role('GET /api/v1/rules').resource?.name).not.toBe(role('GET /api/v2/rules').resource?.name);
    expect(role('GET /api/v2/rules').resource?.collectionPath).toBe('/api/v2/rules');
  });
});
