import { expect, test } from 'vitest';
import { fromYaml, tell } from '../harness.ts';

const DOCUMENT = `openapi: 3.1.0
info: { title: Devices, version: '1' }
security: [{ Key: [] }, { Session: [] }]
paths:
  /devices: { get: { operationId: listDevices, responses: { '200': { description: All., content: { application/json: { schema: { type: array, items: { type: string } } } } }, '401': { description: No. } } } }
  /rules: { get: { operationId: listRules, responses: { '200': { description: All., content: { application/json: { schema: { type: array, items: { type: string } } } } }, '401': { description: No. } } } }
components:
  securitySchemes:
    Key: { type: apiKey, in: header, name: X-API-Key }
    Session: { type: apiKey, in: cookie, name: session }
`;

async function found(isSession: (value: string) => boolean, cookie = 'session'): Promise<readonly string[]> {
  const target = ({ headers, method }: Request): Response => {
    const [, session] = /(?:^|;\s*)\w+=([^;]*)/.exec(headers.get('cookie') ?? '') ?? [];
    const isKnown = headers.get('x-api-key') === 'key-1234567' || (session !== undefined && isSession(session));
    if (!isKnown) return Response.json({}, { status: 401, headers: { 'www-authenticate': 'ApiKey' } });
    return method === 'GET' || method === 'HEAD'
      ? Response.json(['one'])
      : Response.json({}, { status: 405, headers: { allow: 'GET, HEAD' } });
  };
  const text = DOCUMENT.replaceAll('Session', cookie).replace('name: session', `name: ${cookie}`);
  const credentials = { apiKeys: { Key: 'key-1234567' } };
  const { summary } = await tell({ ...fromYaml(text), target, credentials, phases: ['coverage', 'protocol'] });
  const errors = summary.findings.filter(({ severity, about }) => severity === 'error' && about === 'service');
  return errors.map(({ check, message }) => `${check}: ${message}`);
}

test('an invalid credential of another scheme is refused as well', async () => {
  expect(await found((value) => value === 'session-7')).toEqual([]);
});

test('a scheme that takes any value is found beside one that does not', async () => {
  const findings = await found(() => true);
  expect(findings).toHaveLength(2);
  expect(findings[0]).toBe('auth.invalid-accepted: listDevices answers 200 to a credential that is not valid.');
});

test('an identifier beside a key may be any value', async () => {
  expect(await found(() => true, 'device')).toEqual([]);
});
