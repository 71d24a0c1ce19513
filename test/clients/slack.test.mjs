import { WebClient } from '@slack/web-api';
import { beforeAll, describe, expect, test } from 'vitest';
import { failure } from './failure.mjs';
import { serve } from './serve.mjs';

/** The client calls every method by POST; the document has GET for what reads, and a token in a header or the query. */
describe('The Slack client, on a lenient mock', () => {
  const service = serve('slack.json', { lenient: true });
  let client;
  beforeAll(() => {
    client = new WebClient('xoxb-1', { slackApiUrl: `${service.url}/api/`, retryConfig: { retries: 0 } });
  });
  const newChannel = async (name = 'planning') => (await client.conversations.create({ name })).channel;

  test('says who is signed in', async () => {
    const { ok, user_id, team_id } = await client.auth.test();
    expect(ok).toBe(true);
    expect(user_id).toMatch(/^[UW]/);
    expect(team_id).toMatch(/^T/);
  });

  // wrong today: who is signed in is what the example shows, and no user of the list has this id.
  test.fails('who is signed in can be looked up', async () => {
    const { user_id } = await client.auth.test();
    expect((await client.users.info({ user: user_id })).user.id).toBe(user_id);
  });

  test('a new channel has the name that was sent', async () => {
    expect(await newChannel()).toMatchObject({ name: 'planning' });
  });

  test('a channel is shown under the id that was asked for', async () => {
    const { id } = await newChannel();
    expect((await client.conversations.info({ channel: id })).channel.id).toBe(id);
  });

  test('a renamed channel has its new name in the answer', async () => {
    const { id } = await newChannel();
    const { channel } = await client.conversations.rename({ channel: id, name: 'later' });
    expect(channel).toMatchObject({ id, name: 'later' });
  });

  test('a message has the text and the channel that were sent', async () => {
    const { ok, channel, message, ts } = await client.chat.postMessage({ channel: 'C0000000001', text: 'Hello' });
    expect({ ok, channel, text: message.text }).toEqual({ ok: true, channel: 'C0000000001', text: 'Hello' });
    expect(ts).toMatch(/^\d{10}\.\d{6}$/);
  });

  test('an updated message has its new text', async () => {
    const sent = { channel: 'C0000000001', ts: '1405894322.002768', text: 'Bye' };
    expect(await client.chat.update(sent)).toMatchObject(sent);
  });

  test('a deleted message is named by its channel and time', async () => {
    const sent = { channel: 'C0000000001', ts: '1405894322.002768' };
    expect(await client.chat.delete(sent)).toMatchObject(sent);
  });

  test('users are listed, and one of them is looked up', async () => {
    const { members } = await client.users.list({});
    expect(members.length).toBeGreaterThan(0);
    expect((await client.users.info({ user: members[0].id })).user.id).toBe(members[0].id);
  });

  test.each([
    ['users.list', 'members'],
    ['conversations.list', 'channels'],
  ])('pages of %s end', async (method, name) => {
    let pages = 0;
    for await (const page of client.paginate(method, { limit: 2 })) {
      expect(page[name].length).toBeGreaterThan(0);
      pages += 1;
      if (pages > 20) break;
    }
    expect(pages).toBeLessThan(20);
  });

  test('a reminder is kept, listed and completed', async () => {
    const { reminder } = await client.reminders.add({ text: 'eat', time: '1700000000' });
    expect(reminder.text).toBe('eat');
    expect((await client.reminders.list()).reminders.map(({ id }) => id)).toContain(reminder.id);
    expect((await client.reminders.complete({ reminder: reminder.id })).ok).toBe(true);
  });

  test('a group of users is kept and listed', async () => {
    const { usergroup } = await client.usergroups.create({ name: 'team' });
    expect(usergroup.name).toBe('team');
    expect((await client.usergroups.list()).usergroups.map(({ id }) => id)).toContain(usergroup.id);
  });

  test('a reaction is added', async () => {
    const sent = { channel: 'C0000000001', timestamp: '1234567890.123456', name: 'thumbsup' };
    expect((await client.reactions.add(sent)).ok).toBe(true);
  });

  test('the team has a name', async () => {
    expect((await client.team.info()).team.name).toBeTruthy();
  });

  test('a channel that was created is found by its name', async () => {
    const { id, name } = await newChannel();
    expect((await client.conversations.info({ channel: id })).channel.name).toBe(name);
  });

  test('a channel that was created is listed', async () => {
    const { name } = await newChannel();
    const { channels } = await client.conversations.list({ limit: 1000 });
    expect(channels.map((each) => each.name)).toContain(name);
  });

  test('an archived channel is archived', async () => {
    const { id } = await newChannel();
    await client.conversations.archive({ channel: id });
    expect((await client.conversations.info({ channel: id })).channel.is_archived).toBe(true);
  });

  // wrong today: what is posted is an action, and no operation lists it by its own name.
  test.fails('the history of a channel has what was posted', async () => {
    const { id } = await newChannel();
    await client.chat.postMessage({ channel: id, text: 'Hello' });
    const { messages } = await client.conversations.history({ channel: id });
    expect(messages.map(({ text }) => text)).toContain('Hello');
  });

  test('a channel that is not there is an error', async () => {
    expect(await failure(client.conversations.info({ channel: 'C00000000X' }))).toBeDefined();
  });
});
