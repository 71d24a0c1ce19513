import { expect, test } from 'vitest';
import { apiOf } from '../../spec/documents.ts';
import { collaborators, tell } from '../harness.ts';

const text = { type: 'string', minLength: 1 };
const of = (required: readonly string[], properties: object) => ({ type: 'object', required, properties });
const Guest = { $ref: '#/components/schemas/Guest' };

/** Guests of two kinds, of which each has properties of its own. */
const API = apiOf({
  paths: {
    '/guests': {
      post: {
        operationId: 'invite',
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: {
                oneOf: [{ $ref: '#/components/schemas/School' }, { $ref: '#/components/schemas/Person' }],
                discriminator: {
                  propertyName: 'kind',
                  mapping: { school: '#/components/schemas/School', person: '#/components/schemas/Person' },
                },
              },
            },
          },
        },
        responses: {
          201: { description: '', content: { 'application/json': { schema: Guest } } },
          400: { description: 'malformed' },
        },
      },
    },
  },
  components: {
    schemas: {
      School: of(['kind', 'school'], { kind: text, school: text }),
      Person: of(['kind', 'fullName'], { kind: text, fullName: text }),
      Guest: of(['id', 'kind'], { id: { type: 'string' }, kind: text, school: text, fullName: text }),
    },
  },
});

const NEEDS: Readonly<Record<string, string>> = { school: 'school', person: 'fullName' };

/** Errors of a run against a service that has its own idea of what a body must have. */
async function found(isRight: (sent: Readonly<Record<string, unknown>>) => boolean): Promise<readonly string[]> {
  let last = 0;
  const target = async (request: Request): Promise<Response> => {
    let sent: unknown;
    try {
      sent = await request.json();
    } catch {}
    if (typeof sent !== 'object' || sent === null) return new Response(null, { status: 400 });
    const body = sent as Readonly<Record<string, unknown>>;
    const isText = ['kind', 'school', 'fullName'].every(
      (name) => body[name] === undefined || (typeof body[name] === 'string' && body[name] !== ''),
    );
    if (!isText || !(String(body['kind']) in NEEDS) || !isRight(body)) return new Response(null, { status: 400 });
    last += 1;
    return Response.json({ id: `g${last}`, ...body }, { status: 201 });
  };
  const { summary } = await tell({ ...collaborators(API), target, phases: ['protocol'], allowWrites: true });
  return summary.findings
    .filter(({ severity, about }) => severity === 'error' && about === 'service')
    .map(({ check, messagePointer, message }) => `${check} ${messagePointer}: ${message}`);
}

test('a body that names one kind and has the properties of another must be refused', async () => {
  const [finding, ...others] = await found((sent) => 'school' in sent || 'fullName' in sent);
  expect(finding).toMatch(/^reject\.missing-property \/body\/kind: invite accepted \(201\) an invalid request/);
  expect(others).toEqual([]);
});

test('a service that refuses it is not accused', async () => {
  expect(await found((sent) => (NEEDS[String(sent['kind'])] ?? '') in sent)).toEqual([]);
});
