import { expect, test } from 'vitest';
import { servers } from '../../targets/catalogue.ts';
import { readDocument } from '../../targets/document.ts';
import { collaboratorsOf, tell } from '../harness.ts';

const KEY = 'canary-of-every-request';

/** The same document behind a key, and a server that answers nobody without it. */
const locked = servers
  .filter(({ bearer }) => bearer === undefined)
  .map((server) => {
    const document = readDocument(server.name);
    const securitySchemes = { key: { type: 'apiKey', in: 'header', name: 'X-Key' } };
    const responses = { '401': { description: 'Who are you?' } };
    for (const item of Object.values<Record<string, { responses?: object }>>(document.paths))
      for (const operation of Object.values(item))
        if (operation.responses !== undefined) Object.assign(operation.responses, responses);
    const components = { ...document.components, securitySchemes };
    return { name: server.name, server, document: { ...document, security: [{ key: [] }], components } };
  });

test.each(locked)(
  'every request carries the credential, but those that are about it: $name',
  async ({ server, document }) => {
    const target = server.create();
    const { events, summary } = await tell({
      ...(await collaboratorsOf(document)),
      credentials: { apiKeys: { key: KEY } },
      strict: true,
      target: (request) =>
        request.headers.get('x-key') === KEY
          ? target.fetch(request)
          : new Response(null, { status: 401, headers: { 'WWW-Authenticate': 'ApiKey realm="shop"' } }),
    });
    const refused = events.flatMap((event) =>
      event.type === 'case-finished' && 'reason' in event.result && event.result.reason.startsWith('401')
        ? [event.case.id]
        : [],
    );
    expect(refused).toEqual([]);
    const told = summary.findings.filter(({ severity, about }) => severity !== 'info' && about === 'service');
    expect(told.map(({ check, case: id, message }) => `${check} ${id}: ${message}`)).toEqual([]);
  },
);
