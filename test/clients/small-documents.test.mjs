import createClient from 'openapi-fetch';
import { describe, expect, test } from 'vitest';
import { serve } from './serve.mjs';

const isNow = (seconds) => Math.abs(seconds - Date.now() / 1000) < 120;
const form = (body) => ({ headers: { 'content-type': 'application/x-www-form-urlencoded' }, body });

describe('A tracker of issues', () => {
  const service = serve('issues.yaml');
  const client = () => createClient({ baseUrl: service.url });
  const newIssue = async (fields = {}) => (await client().POST('/issues', { body: { title: 'A', ...fields } })).data;
  const listed = async (query) => (await client().GET('/issues', { params: { query } })).data;
  const patch = (id, type, body) =>
    client().PATCH('/issues/{id}', { params: { path: { id } }, headers: { 'content-type': type }, body });

  test.each([
    'application/vnd.github.v3+json',
    'application/vnd.api+json',
    'application/vnd.acme.v2+json',
    'application/json; version=2',
    'application/vnd.acme+json;version=2',
  ])('an answer in JSON is given to a client that accepts %s', async (accept) => {
    const { response } = await client().GET('/issues', { headers: { accept } });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
  });

  test('a new issue has the state of the example', async () => {
    expect((await newIssue()).state).toBe('open');
  });

  test('every issue that was there before has a state that the description names', async () => {
    const issues = await listed({ state: 'all', per_page: 100 });
    expect(issues.length).toBeGreaterThan(3);
    for (const { state } of issues) expect(['open', 'closed']).toContain(state);
  });

  test('a state that means all filters nothing', async () => {
    const { id } = await newIssue();
    expect((await listed({ state: 'all', per_page: 100 })).map((each) => each.id)).toContain(id);
  });

  test('the address of every issue has the form of the example', async () => {
    for (const { url } of await listed({ state: 'all', per_page: 100 }))
      expect(url).toMatch(/^https:\/\/api\.example\.com\/issues\/\d+$/);
  });

  test('a time of the format unix-time is a time of this century', async () => {
    for (const { created, period_start, period_end } of await listed({ state: 'all', per_page: 100 }))
      for (const time of [created, period_start, period_end]) expect(time).toBeGreaterThan(946_684_800);
  });

  test('a period ends after it starts', async () => {
    for (const { period_start, period_end } of await listed({ state: 'all', per_page: 100 }))
      expect(period_end).toBeGreaterThan(period_start);
  });

  test('a text of the format int64 is digits', async () => {
    for (const { revision } of await listed({ state: 'all', per_page: 100 })) expect(revision).toMatch(/^-?\d+$/);
  });

  test('a value of the format int-or-string may be text', async () => {
    expect((await newIssue({ port: 'http' })).port).toBe('http');
  });

  test('a value of the format int-or-string may be a number', async () => {
    expect((await newIssue({ port: 8080 }))?.port).toBe(8080);
  });

  test('`page_size` bounds a page', async () => {
    expect(await listed({ state: 'all', page_size: 2 })).toHaveLength(2);
  });

  test('`per_page` bounds a page', async () => {
    expect(await listed({ state: 'all', per_page: 2 })).toHaveLength(2);
  });

  test('deleting the collection empties it', async () => {
    await newIssue();
    expect((await client().DELETE('/issues')).response.status).toBe(204);
    expect(await listed({ state: 'all' })).toEqual([]);
  });

  test('a JSON Patch is a list of steps, whatever the document says of the body', async () => {
    const { id } = await newIssue();
    const steps = [{ op: 'replace', path: '/title', value: 'B' }];
    const { data, response } = await patch(id, 'application/json-patch+json', steps);
    expect(response.status).toBe(200);
    expect(data.title).toBe('B');
  });

  test('a merge patch changes what it names', async () => {
    const { id } = await newIssue();
    expect((await patch(id, 'application/merge-patch+json', { title: 'B' })).data.title).toBe('B');
  });
});

describe('A telephone service that takes names in one convention and shows them in another', () => {
  const service = serve('messages.yaml');
  const AccountSid = `AC${'0'.repeat(32)}`;
  const LIST = '/Accounts/{AccountSid}/Messages.json';
  const ITEM = '/Accounts/{AccountSid}/Messages/{Sid}.json';
  const client = () => createClient({ baseUrl: service.url });
  const send = async (fields = {}) => {
    const sent = form({ To: '+41790000000', From: '+15005550006', Body: 'hi', ...fields });
    return (await client().POST(LIST, { params: { path: { AccountSid } }, ...sent })).data;
  };
  const listed = async (query) => (await client().GET(LIST, { params: { path: { AccountSid }, query } })).data;
  const at = (Sid) => ({ params: { path: { AccountSid, Sid } } });

  test('a message has the receiver, the sender and the words that were sent', async () => {
    expect(await send()).toMatchObject({ to: '+41790000000', from: '+15005550006', body: 'hi' });
  });

  test('a message is fetched with what was sent', async () => {
    const { sid } = await send();
    expect((await client().GET(ITEM, at(sid))).data).toMatchObject({ sid, to: '+41790000000', body: 'hi' });
  });

  test('a new message has everything that the documented example has', async () => {
    const message = await send();
    expect(message).toMatchObject({ account_sid: AccountSid, status: 'queued', direction: 'outbound-api' });
    expect(message.uri).toBe(`/Accounts/${AccountSid}/Messages/${message.sid}.json`);
  });

  test('messages are found by their receiver', async () => {
    const { sid } = await send({ To: '+41791111111' });
    await send();
    expect((await listed({ To: '+41791111111' })).messages.map((each) => each.sid)).toEqual([sid]);
  });

  test('an update changes the words', async () => {
    const { sid } = await send();
    await client().POST(ITEM, { ...at(sid), ...form({ Body: 'bye' }) });
    expect((await client().GET(ITEM, at(sid))).data.body).toBe('bye');
  });

  test('a number that was sent in a form is a number', async () => {
    expect((await send({ MaxPrice: '0.5' })).max_price).toBe(0.5);
  });

  test('the address of the next page is relative, as the documented one', async () => {
    for (let count = 0; count < 3; count++) await send();
    expect((await listed({ PageSize: 2 })).next_page_uri).toMatch(/^\/Accounts\//);
  });

  test('pages that are followed give every message once and end', async () => {
    const sent = [];
    for (let count = 0; count < 5; count++) sent.push((await send()).sid);
    const seen = [];
    let page = await listed({ PageSize: 2 });
    for (let count = 0; count < 30; count++) {
      seen.push(...page.messages.map(({ sid }) => sid));
      if (!page.next_page_uri) break;
      page = await (await fetch(new URL(page.next_page_uri, service.url))).json();
    }
    expect(page.next_page_uri ?? null).toBeNull();
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toEqual(expect.arrayContaining(sent));
  });

  test('a page says where it starts and where it ends', async () => {
    for (let count = 0; count < 3; count++) await send();
    expect(await listed({ PageSize: 2, Page: 0 })).toMatchObject({ page: 0, page_size: 2, start: 0, end: 1 });
  });

  test('a deleted message is 404', async () => {
    const { sid } = await send();
    await client().DELETE(ITEM, at(sid));
    expect((await client().GET(ITEM, at(sid))).response.status).toBe(404);
  });
});

describe('A service of assistants', () => {
  const service = serve('assistants.yaml');
  const client = () => createClient({ baseUrl: service.url });
  const newAssistant = async (fields = {}) =>
    (await client().POST('/assistants', { body: { model: 'small', name: 'Ada', ...fields } })).data;
  const newThread = async () => (await client().POST('/threads', { body: {} })).data;
  const THREAD = '/threads/{thread_id}/messages';
  const say = async (thread_id, content = 'hello') =>
    (await client().POST(THREAD, { params: { path: { thread_id } }, body: { role: 'user', content } })).data;
  const upload = async () => {
    const body = new FormData();
    body.append('purpose', 'batch');
    body.append('file', new File(['{"a":1}\n'], 'a.jsonl', { type: 'application/jsonl' }));
    return (await client().POST('/files', { body })).data;
  };
  const complete = (stream) => {
    const body = JSON.stringify({ model: 'small', stream, messages: [{ role: 'user', content: 'hello' }] });
    const headers = { accept: 'application/json', 'content-type': 'application/json' };
    return fetch(`${service.url}/chat/completions`, { method: 'POST', headers, body });
  };

  test('a created assistant is read with its name', async () => {
    const { id } = await newAssistant();
    const { data } = await client().GET('/assistants/{assistant_id}', { params: { path: { assistant_id: id } } });
    expect(data).toMatchObject({ id, object: 'assistant', name: 'Ada', model: 'small' });
  });

  test('a created assistant is listed', async () => {
    const { id } = await newAssistant();
    const { data } = await client().GET('/assistants', { params: { query: { limit: 100 } } });
    expect(data.data.map((each) => each.id)).toContain(id);
  });

  test('a list of assistants names its first and its last one', async () => {
    await newAssistant();
    const { data } = await client().GET('/assistants', { params: { query: { limit: 100 } } });
    expect(data.first_id).toBe(data.data[0]?.id);
    expect(data.last_id).toBe(data.data.at(-1)?.id);
    expect(data.has_more).toBe(false);
  });

  test('`after` gives every assistant once and ends', async () => {
    const made = [];
    for (let count = 0; count < 5; count++) made.push((await newAssistant({ name: `Ada ${count}` })).id);
    const seen = [];
    let after;
    for (let page = 0; page < 30; page++) {
      const query = { limit: 2, ...(after ? { after } : {}) };
      const { data } = await client().GET('/assistants', { params: { query } });
      seen.push(...data.data.map(({ id }) => id));
      if (!data.has_more) break;
      after = data.last_id;
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toEqual(expect.arrayContaining(made));
  });

  test('a deleted assistant says so, and is gone', async () => {
    const { id } = await newAssistant();
    const path = { params: { path: { assistant_id: id } } };
    const { data } = await client().DELETE('/assistants/{assistant_id}', path);
    expect(data).toEqual({ id, object: 'assistant.deleted', deleted: true });
    expect((await client().GET('/assistants/{assistant_id}', path)).response.status).toBe(404);
  });

  test('an assistant is made now', async () => {
    expect(isNow((await newAssistant()).created_at)).toBe(true);
  });

  test('a message has an id of its own and names its thread', async () => {
    const { id: thread_id } = await newThread();
    const message = await say(thread_id);
    expect(message.id).not.toBe(thread_id);
    expect(message).toMatchObject({ thread_id, role: 'user', object: 'thread.message' });
  });

  test('a message holds the words that were sent', async () => {
    const { content } = await say((await newThread()).id);
    expect(content.map(({ text }) => text.value)).toEqual(['hello']);
  });

  test('messages of a thread are listed and read by id', async () => {
    const { id: thread_id } = await newThread();
    const { id: message_id } = await say(thread_id);
    const { data } = await client().GET(THREAD, { params: { path: { thread_id } } });
    expect(data.data.map(({ id }) => id)).toEqual([message_id]);
    const one = await client().GET(`${THREAD}/{message_id}`, { params: { path: { thread_id, message_id } } });
    expect(one.data).toMatchObject({ id: message_id, thread_id });
  });

  test('a run is of its thread and of the assistant that was sent, and not done yet', async () => {
    const { id: assistant_id } = await newAssistant();
    const { id: thread_id } = await newThread();
    const { data } = await client().POST('/threads/{thread_id}/runs', {
      params: { path: { thread_id } },
      body: { assistant_id },
    });
    expect(data).toMatchObject({ thread_id, assistant_id, status: 'queued' });
    expect(data.id).not.toBe(thread_id);
  });

  test('an uploaded file has its name, its size and its purpose', async () => {
    expect(await upload()).toMatchObject({ object: 'file', filename: 'a.jsonl', bytes: 8, purpose: 'batch' });
  });

  test('an uploaded file is listed and read as it was uploaded', async () => {
    const file = await upload();
    const { data } = await client().GET('/files/{file_id}', { params: { path: { file_id: file.id } } });
    expect(data).toEqual(file);
    expect((await client().GET('/files')).data.data.map(({ id }) => id)).toContain(file.id);
  });

  test('the bytes of an uploaded file are given back', async () => {
    const { id } = await upload();
    const answer = await fetch(`${service.url}/files/${id}/content`);
    expect(await answer.text()).toBe('{"a":1}\n');
  });

  test('a completion is of the model that was asked for and says something', async () => {
    const completion = await (await complete(false)).json();
    expect(completion).toMatchObject({ object: 'chat.completion', model: 'small' });
    expect(completion.choices.length).toBeGreaterThan(0);
    expect(completion.choices[0].message.content.length).toBeGreaterThan(0);
  });

  test('a body that asks for a stream gets a stream of parts', async () => {
    const answer = await complete(true);
    expect(answer.headers.get('content-type')).toMatch(/^text\/event-stream/);
    const parts = [...(await answer.text()).matchAll(/^data: ?(\{.*)$/gm)].map(([, data]) => JSON.parse(data));
    expect(parts.length).toBeGreaterThan(0);
    for (const { object } of parts) expect(object).toBe('chat.completion.chunk');
  });

  test('a list beside which strange things stand is a list', async () => {
    const { data: made } = await client().POST('/points', { body: { label: 'A' } });
    expect((await client().GET('/points')).data.result.map(({ id }) => id)).toContain(made.id);
    const { data } = await client().GET('/points/{point_id}', { params: { path: { point_id: made.id } } });
    expect(data.label).toBe('A');
  });
});
