import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, object, path, ref, text } from '../little.ts';

const list = (name: string): object => ({ get: answer(array(ref(name))) });
const ask = await asking(
  api(
    {
      '/district/{district_key}/events': { ...path('district_key'), ...list('Event') },
      '/event/{event_key}': { ...path('event_key'), get: answer(ref('Event')) },
      '/event/{event_key}/teams': { ...path('event_key'), ...list('Team') },
      '/team/{team_key}': { ...path('team_key'), get: answer(ref('Team')) },
      '/team/{team_key}/event/{event_key}/awards': { ...list('Award') },
    },
    {
      Event: object({ key: text, district: object({ key: text }, ['key']) }, ['key', 'district']),
      Team: object({ key: text, motto: text }, ['key', 'motto']),
      Award: object({ event_key: text, title: text }, ['event_key', 'title']),
    },
  ),
);

test('a record whose path names no parent is found below another record', async () => {
  const [event] = (await ask('GET', '/district/north/events')).body;
  const [team] = (await ask('GET', `/event/${event.key}/teams`)).body;
  expect((await ask('GET', `/team/${team.key}/event/${event.key}/awards`)).status).toBe(200);
  expect((await ask('GET', `/team/${team.key}/event/nothing/awards`)).status).toBe(404);
});
