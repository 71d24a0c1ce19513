import { describe, expect, test } from 'vitest';
import { checked } from './self-checked.ts';

const TEXT = { type: 'string' };
const EMPTY = { description: '' };

const answer = (schema: object): object => ({ description: '', content: { 'application/json': { schema } } });
const body = (schema: object): object => ({ required: true, content: { 'application/json': { schema } } });
const at = (...names: readonly string[]): readonly object[] =>
  names.map((name) => ({ name, in: 'path', required: true, schema: TEXT }));
const list = (items: object): object => ({ type: 'array', items });

const BOX = { type: 'object', required: ['Id', 'colour'], properties: { Id: TEXT, colour: TEXT } };
const MADE = { type: 'object', required: ['Id'], properties: { Id: TEXT } };
const ROW = { type: 'object', required: ['sid'], properties: { sid: { ...TEXT, readOnly: true }, name: TEXT } };
const PERSON = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id: { ...TEXT, readOnly: true }, name: TEXT, wage: { type: 'number', format: 'int32' } },
};
const HOST = { type: 'object', required: ['fqdn'], properties: { fqdn: TEXT } };
const WAITER = {
  type: 'object',
  required: ['call_sid', 'since'],
  properties: { call_sid: TEXT, since: { ...TEXT, format: 'date-time' } },
};
const WRAPPED = { type: 'object', required: ['person'], properties: { person: PERSON } };

/** Paths of many houses, made small: each had operations that a check met with nothing but 404. */
const PATHS: Readonly<Record<string, object>> = {
  'what stands beside the last word of the path of an item': {
    '/boxes/json': { get: { responses: { 200: answer(list(BOX)) } } },
    '/boxes/create': { post: { requestBody: body({ ...BOX, required: [] }), responses: { 201: answer(MADE) } } },
    '/boxes/{id}/json': { get: { parameters: at('id'), responses: { 200: answer(BOX), 404: EMPTY } } },
    '/boxes/{name}/start': { post: { parameters: at('name'), responses: { 204: EMPTY, 404: EMPTY } } },
    '/boxes/{id}/logs': { get: { parameters: at('id'), responses: { 200: answer(TEXT), 404: EMPTY } } },
  },
  'what stands below an item whose path ends in .json': {
    '/accounts.json': { get: { responses: { 200: answer(list(ROW)) } } },
    '/accounts/{sid}.json': { get: { parameters: at('sid'), responses: { 200: answer(ROW), 404: EMPTY } } },
    '/accounts/{accountSid}/calls.json': {
      get: { parameters: at('accountSid'), responses: { 200: answer(list(ROW)), 404: EMPTY } },
    },
    '/accounts/{accountSid}/calls/{sid}.json': {
      get: { parameters: at('accountSid', 'sid'), responses: { 200: answer(ROW), 404: EMPTY } },
    },
  },
  'items of which each has an envelope of its own': {
    '/people': {
      get: { responses: { 200: answer({ type: 'object', properties: { list: list(WRAPPED) } }) } },
      post: { requestBody: body({ ...PERSON, required: ['name'] }), responses: { 201: answer(WRAPPED) } },
    },
    '/people/{id}': { get: { parameters: at('id'), responses: { 200: answer(WRAPPED), 404: EMPTY } } },
    '/people/{id}/boxes': { get: { parameters: at('id'), responses: { 200: answer(list(BOX)), 404: EMPTY } } },
  },
  'items that do not show what they are called by': {
    '/apps': { get: { responses: { 200: answer(list(BOX)) } } },
    '/apps/{app}': { get: { parameters: at('app'), responses: { 200: answer(BOX), 404: EMPTY } } },
    '/apps/{app}/hosts': { get: { parameters: at('app'), responses: { 200: answer(list(HOST)), 404: EMPTY } } },
    '/apps/{app}/hosts/{domain}': {
      put: { parameters: at('app', 'domain'), requestBody: body(HOST), responses: { 204: EMPTY, 404: EMPTY } },
    },
  },
  'items below one that are called by the id of something else': {
    '/calls': {
      get: { responses: { 200: answer(list(ROW)) } },
      post: { requestBody: body(ROW), responses: { 201: answer(ROW) } },
    },
    '/calls/{sid}': { get: { parameters: at('sid'), responses: { 200: answer(ROW) } } },
    '/queues': { get: { responses: { 200: answer(list(ROW)) } } },
    '/queues/{sid}': { get: { parameters: at('sid'), responses: { 200: answer(ROW) } } },
    '/queues/{queueSid}/waiters': { get: { parameters: at('queueSid'), responses: { 200: answer(list(WAITER)) } } },
    '/queues/{queueSid}/waiters/{callSid}': {
      get: { parameters: at('queueSid', 'callSid'), responses: { 200: answer(WAITER) } },
    },
  },
  'items that have a second path below an item of another kind': {
    '/users': { get: { responses: { 200: answer(list(ROW)) } } },
    '/users/{sid}': { get: { parameters: at('sid'), responses: { 200: answer(ROW), 404: EMPTY } } },
    '/services': {
      get: { responses: { 200: answer(list(ROW)) } },
      post: { requestBody: body(ROW), responses: { 201: answer(ROW) } },
    },
    '/services/{sid}': {
      get: { parameters: at('sid'), responses: { 200: answer(ROW), 404: EMPTY } },
      delete: { parameters: at('sid'), responses: { 204: EMPTY, 404: EMPTY } },
    },
    '/services/{service}/users': {
      get: { parameters: at('service'), responses: { 200: answer(list(ROW)), 404: EMPTY } },
      post: { parameters: at('service'), requestBody: body(ROW), responses: { 201: answer(ROW), 404: EMPTY } },
    },
    '/services/{service}/users/{sid}': {
      get: { parameters: at('service', 'sid'), responses: { 200: answer(ROW), 404: EMPTY } },
      delete: { parameters: at('service', 'sid'), responses: { 204: EMPTY, 404: EMPTY } },
    },
    '/services/{service}/users/{user}/calls': {
      get: { parameters: at('service', 'user'), responses: { 200: answer(list(ROW)), 404: EMPTY } },
    },
    '/services/{service}/users/{user}/calls/{sid}': {
      get: { parameters: at('service', 'user', 'sid'), responses: { 200: answer(ROW), 404: EMPTY } },
    },
  },
};

describe('a check finds data of a mock for', () => {
  test.each(Object.entries(PATHS))('%s', async (_, paths) => {
    const { unseen, errors } = await checked({ openapi: '3.0.3', info: { title: 'T', version: '1' }, paths });
    expect(unseen).toEqual([]);
    expect(errors).toEqual([]);
  });
});
