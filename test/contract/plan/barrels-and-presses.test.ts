import { expect, test } from 'vitest';
import { isPending } from '../../../src/contract/responses/job-words.ts';
import { fromYaml, tell } from '../harness.ts';

const body = (schema: string) =>
  `requestBody: { required: true, content: { application/json: { schema: ${schema} } } }`;
const answer = (status: number, schema: string) =>
  `'${status}': { description: ok, content: { application/json: { schema: ${schema} } } }`;
const NEW =
  '{ type: object, required: [label, litres], properties: { label: { type: string, pattern: "^[a-zé\\u0301]{2,12}$" }, litres: { type: integer, minimum: 1, maximum: 50 }, wood: { type: string, enum: [oak, ash] } } }';
const BARREL =
  '{ type: object, required: [id, label, litres], properties: { id: { type: string, readOnly: true }, label: { type: string }, litres: { type: integer }, wood: { type: string, enum: [oak, ash] } } }';
const TASTING =
  '{ type: object, required: [number, by], properties: { number: { type: integer, readOnly: true }, by: { type: string } } }';
const SCAN =
  '{ type: object, required: [id, title], properties: { id: { type: string, readOnly: true }, title: { type: string, description: Name of the uploaded file. } } }';
const NONE = "'400': { description: malformed }, '404': { description: none }";
const ID = 'parameters: [{ name: id, in: path, required: true, schema: { type: string } }]';
const DOCUMENT = fromYaml(`openapi: 3.1.0
info: { title: Cellar, version: '1' }
paths:
  /barrels:
    post: { operationId: addBarrel, ${body(NEW)}, responses: { ${answer(201, BARREL)}, ${NONE}, '409': { description: A barrel of this label exists. Labels are compared in Unicode normalisation form C (NFC). } } }
  /barrels/{id}:
    ${ID}
    get: { operationId: readBarrel, responses: { ${answer(200, BARREL)}, ${NONE} } }
    delete: { operationId: removeBarrel, responses: { '204': { description: done }, ${NONE} } }
  /barrels/{id}/draw:
    ${ID}
    post: { operationId: drawBarrel, ${body('{ type: object, required: [litres], properties: { litres: { type: integer, minimum: 1, maximum: 90 } } }')}, responses: { ${answer(200, BARREL)}, ${NONE}, '409': { description: There are fewer litres in it. } } }
  /barrels/{id}/tastings:
    ${ID}
    get: { operationId: listTastings, responses: { ${answer(200, `{ type: array, items: ${TASTING} }`)}, ${NONE} } }
    post:
      operationId: addTasting
      parameters: [{ name: Idempotency-Key, in: header, schema: { type: string, maxLength: 60 } }]
      ${body('{ type: object, required: [by], properties: { by: { type: string, minLength: 1, maxLength: 20 } } }')}
      responses: { ${answer(201, TASTING)}, ${NONE}, '422': { description: The idempotency key was used with another body. } }
  /scans:
    post: { operationId: addScan, requestBody: { required: true, content: { multipart/form-data: { schema: { type: object, required: [image], properties: { image: { type: string, format: binary } } } } } }, responses: { ${answer(201, SCAN)}, ${NONE} } }
  /scans/{id}:
    ${ID}
    get: { operationId: readScan, responses: { ${answer(200, SCAN)}, ${NONE} } }
  /presses:
    post: { operationId: startPress, ${body('{ type: object, properties: { kilos: { type: integer, minimum: 1, maximum: 9 } } }')}, responses: { ${answer(202, '{ type: object, required: [statusUrl], properties: { statusUrl: { type: string } } }').replace('description: ok', 'description: It ends within 200 milliseconds.')}, ${NONE} } }
  /presses/{id}/status:
    ${ID}
    get: { operationId: pressStatus, responses: { ${answer(200, '{ type: object, required: [phase], properties: { phase: { type: string, enum: [pressing, finished, spoilt] }, juiceUrl: { type: string, description: Set when finished. } } }')}, ${NONE} } }
  /presses/{id}/juice:
    ${ID}
    get: { operationId: pressJuice, responses: { ${answer(200, '{ type: object, required: [litres], properties: { litres: { type: integer } } }')}, ${NONE} } }
`);

interface Barrel {
  readonly id: string;
  readonly label: string;
  readonly wood: unknown;
  litres: number;
}

/** How a scan shows the name of its file. */
function titleOf(fault: string, name: string): object {
  if (fault === 'names') return { title: 'upload.bin' };
  const [, stem, extension] = /^(.*?)(?:\.(\w+))?$/.exec(name) ?? [];
  if (fault === 'extensions') return { title: stem };
  return fault === 'other places' ? { title: stem, type: extension } : { title: name };
}

/** A cellar with one fault. */
function cellar(fault: string): (request: Request) => Promise<Response> {
  const barrels = new Map<string, Barrel>();
  const tastings = new Map<string, { readonly text: string; readonly made: object }>();
  const scans = new Map<string, object>();
  let last = 0;
  const refuse = (status: number) => new Response(null, { status });
  return async (request) => {
    const { pathname } = new URL(request.url);
    const [, kind, id = '', part] = pathname.split('/');
    const text = request.method === 'POST' ? await request.text() : '';
    let sent: Readonly<Record<string, unknown>> = {};
    try {
      sent = text === '' || kind === 'scans' ? {} : JSON.parse(text);
    } catch {
      return refuse(400);
    }
    if (kind === 'scans') {
      const [, name] = /filename="([^"]*)"/.exec(text) ?? [];
      if (request.method === 'GET') return scans.has(id) ? Response.json(scans.get(id)) : refuse(404);
      if (name === undefined) return refuse(400);
      last += 1;
      scans.set(`s${last}`, { id: `s${last}`, ...titleOf(fault, name) });
      return Response.json(scans.get(`s${last}`), { status: 201 });
    }
    if (kind === 'presses') {
      if (request.method === 'POST') {
        const { kilos = 1 } = sent;
        if (!Number.isInteger(kilos) || Number(kilos) < 1 || Number(kilos) > 9) return refuse(400);
        last += 1;
        return Response.json({ statusUrl: `/presses/p${last}/status` }, { status: 202 });
      }
      if (!/^p\d+$/.test(id)) return refuse(404);
      if (part === 'juice') return fault === 'no juice' ? refuse(404) : Response.json({ litres: 3 });
      return Response.json({ phase: 'finished', ...(fault === 'no link' ? {} : { juiceUrl: `/presses/${id}/juice` }) });
    }
    if (id === '') {
      const { label, litres, wood } = sent;
      if (typeof label !== 'string' || !/^[\u0301a-zé]{2,12}$/.test(label)) return refuse(400);
      if (!Number.isInteger(litres) || Number(litres) < 1 || Number(litres) > 50) return refuse(400);
      if (wood !== undefined && wood !== 'oak' && wood !== 'ash') return refuse(400);
      const form = (value: string): string => (fault === 'forms' ? value : value.normalize('NFC'));
      if ([...barrels.values()].some((each) => form(each.label) === form(label))) return refuse(409);
      last += 1;
      barrels.set(`b${last}`, { id: `b${last}`, label, litres: Number(litres), wood });
      return Response.json(barrels.get(`b${last}`), { status: 201 });
    }
    const barrel = barrels.get(id);
    if (barrel === undefined) return refuse(404);
    if (request.method === 'GET' && part === undefined) return Response.json(barrel);
    if (request.method === 'DELETE') {
      for (const each of [...barrels.values()])
        if (each === barrel || (fault === 'beginnings' && each.label.startsWith(barrel.label))) barrels.delete(each.id);
      return refuse(204);
    }
    if (part === 'draw') {
      const litres = Number(sent['litres']);
      if (!Number.isInteger(sent['litres']) || litres < 1 || litres > 90) return refuse(400);
      if (litres > barrel.litres) {
        if (fault === 'drawn') barrel.litres = 0;
        return refuse(409);
      }
      barrel.litres -= litres;
      return Response.json(barrel);
    }
    if (request.method === 'GET')
      return Response.json([...tastings].filter(([key]) => key.startsWith(`${id} `)).map(([, { made }]) => made));
    const { by } = sent;
    if (typeof by !== 'string' || by === '' || [...by].length > 20) return refuse(400);
    const key = `${id} ${request.headers.get('idempotency-key') ?? `none ${tastings.size}`}`;
    const before = tastings.get(key);
    if (before !== undefined && before.text !== text && fault !== 'other body') return refuse(422);
    if (before !== undefined && fault !== 'key') return Response.json(before.made, { status: 201 });
    last += 1;
    const made = { number: last, by };
    tastings.set(key, { text, made });
    return Response.json(made, { status: 201 });
  };
}

async function found(fault: string): Promise<readonly string[]> {
  const { summary } = await tell({ ...DOCUMENT, target: cellar(fault), phases: ['stateful'] });
  return summary.findings
    .filter(({ severity }) => severity === 'error')
    .map(({ check, operation, message }) => `${check}: ${operation ?? message}`);
}

test('a correct service is not accused', async () => {
  expect(await found('none')).toEqual([]);
});

test('a job is followed by the link in the body of its answer', async () => {
  expect(await found('no juice')).toEqual(['job.result-missing: pressJuice']);
  expect(await found('no link')).toEqual(['job.result-missing: pressStatus']);
});

test('a state that says what is being done is that of a job which still runs', () => {
  const isRunning = (phase: string): boolean => isPending({ phase });
  expect(['pressing', 'queued', 'finished', 'missing', 'spoilt'].filter(isRunning)).toEqual(['pressing', 'queued']);
});

test('a key counts also where no path leads to what was made', async () => {
  expect(await found('key')).toEqual(['idempotency.key-ignored: addTasting']);
  expect(await found('other body')).toEqual(['idempotency.key-reused: addTasting']);
});

test('an action that is refused leaves its item as it was', async () => {
  expect(await found('drawn')).toEqual(['write.failed-changed-state: drawBarrel']);
});

test('texts in another Unicode form are duplicates where the document says so', async () => {
  expect(await found('forms')).toEqual(['state.duplicate-accepted: addBarrel']);
});

test('a delete leaves an item alone whose text begins with that of the deleted one', async () => {
  expect(await found('beginnings')).toContain('state.delete-takes-namesakes: removeBarrel');
});

test('the name of an uploaded file comes back, whatever the property is called', async () => {
  expect(await found('names')).toEqual(['state.upload-name-lost: addScan']);
  expect(await found('extensions')).toEqual(['state.upload-name-lost: addScan']);
  expect(await found('other places')).toEqual([]);
});
