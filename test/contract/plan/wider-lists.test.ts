import { expect, test } from 'vitest';
import { fromYaml, tell } from '../harness.ts';

const one = (name: string): string =>
  `content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } }`;
const all = (name: string): string =>
  `content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/${name}' } } } }`;
const REFUSED = "'400': { description: Refused. }";
const NONE = "'404': { description: A problem. }";
const BOX = 'parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]';
const PARTS = fromYaml(`
openapi: 3.1.0
info: { title: Boxes, version: '1' }
paths:
  /boxes:
    get:
      operationId: listBoxes
      parameters:
        - { name: size, in: query, schema: { type: string, enum: [small, large, all], default: small } }
        - { name: weight_from, in: query, description: Only boxes of this weight or more., schema: { type: integer } }
        - { name: include_archived, in: query, description: Whether archived boxes are listed too., schema: { type: boolean, default: false } }
        - { name: include_deleted, in: query, description: Also list deleted boxes., schema: { type: boolean, default: false } }
      responses: { '200': { description: Boxes., ${all('Box')} }, ${REFUSED} }
    post: { operationId: addBox, requestBody: { required: true, ${one('NewBox')} }, responses: { '201': { description: The box., ${one('Box')} }, ${REFUSED} } }
  /boxes/{id}:
    ${BOX}
    get: { operationId: readBox, responses: { '200': { description: The box., ${one('Box')} }, ${NONE} } }
    delete: { operationId: deleteBox, responses: { '204': { description: Deleted. }, ${NONE}, '409': { description: A label of the box is in print. } } }
  /boxes/{id}/archive:
    ${BOX}
    post: { operationId: archiveBox, description: Sets archived to true., responses: { '200': { description: The box., ${one('Box')} }, ${NONE} } }
  /boxes/{id}/unarchive:
    ${BOX}
    post: { operationId: unarchiveBox, description: Fails with 409 if the box is not archived., responses: { '200': { description: The box., ${one('Box')} }, ${NONE}, '409': { description: A problem. } } }
  /boxes/{id}/labels:
    ${BOX}
    get: { operationId: listLabels, responses: { '200': { description: Labels., ${all('Label')} }, ${NONE} } }
    post: { operationId: addLabel, requestBody: { required: true, ${one('NewLabel')} }, responses: { '201': { description: The label., ${one('Label')} }, ${REFUSED}, ${NONE} } }
  /boxes/{id}/labels/{label}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }, { name: label, in: path, required: true, schema: { type: integer } }]
    get: { operationId: readLabel, responses: { '200': { description: The label., ${one('Label')} }, ${NONE} } }
  /boxes/{id}/pictures:
    ${BOX}
    post:
      operationId: addPicture
      requestBody: { required: true, content: { multipart/form-data: { schema: { type: object, required: [file], properties: { file: { type: string, contentMediaType: application/octet-stream } } } } } }
      responses: { '201': { description: The picture., ${one('Picture')} }, ${REFUSED}, ${NONE} }
    get: { operationId: listPictures, responses: { '200': { description: Pictures., ${all('Picture')} }, ${NONE} } }
components:
  schemas:
    NewBox: { type: object, required: [name, size, weight], properties: { name: { type: string, minLength: 1 }, weight: { type: integer, minimum: 1, maximum: 99 }, size: { type: string, enum: [small, large] } } }
    Box: { allOf: [{ $ref: '#/components/schemas/NewBox' }, { type: object, required: [id, archived], properties: { id: { type: integer, readOnly: true }, archived: { type: boolean, readOnly: true } } }] }
    NewLabel: { type: object, required: [text], properties: { text: { type: string, minLength: 1 } } }
    Label: { type: object, required: [id, text], properties: { id: { type: integer }, text: { type: string } } }
    Picture: { type: object, required: [id, fileName], properties: { id: { type: integer }, fileName: { type: string } } }
`);

type Fault =
  | 'all is small'
  | 'bound left out'
  | 'archived left out'
  | 'archived always there'
  | 'deleted left out'
  | 'labels of nothing'
  | 'unarchived twice'
  | 'file name lost';

interface Box {
  readonly id: number;
  readonly name: string;
  readonly size: string;
  readonly weight: number;
  readonly archived: boolean;
}

/** A service whose list leaves out large, archived and deleted boxes unless the request says otherwise. */
function boxes(fault?: Fault): (request: Request) => Promise<Response> {
  const kept = new Map<number, Box>();
  const deleted = new Map<number, Box>();
  const things = new Map<number, { readonly box: number; readonly kind: string | undefined; readonly shown: object }>();
  let last = 0;
  const none = (status = 404): Response => new Response(null, { status });
  const show = (box: Box): Response => {
    kept.set(box.id, box);
    return Response.json(box);
  };
  const list = (query: URLSearchParams): Response => {
    const size = query.get('size') ?? 'small';
    const isOn = (name: string): boolean => query.get(name) === 'true';
    const wanted = fault === 'all is small' && size === 'all' ? 'small' : size;
    const archived = fault === 'archived always there' || (isOn('include_archived') && fault !== 'archived left out');
    const least = Number(query.get('weight_from') ?? 0);
    const isHeavy = ({ weight }: Box): boolean => (fault === 'bound left out' ? weight > least : weight >= least);
    const gone = isOn('include_deleted') && fault !== 'deleted left out' ? [...deleted.values()] : [];
    const shown = [...kept.values(), ...gone];
    return Response.json(
      shown.filter((box) => isHeavy(box) && (wanted === 'all' || box.size === wanted) && (archived || !box.archived)),
    );
  };
  const add = async (request: Request): Promise<Response> => {
    const sent = (await request.json().catch(() => ({}))) as Partial<Box>;
    if (!sent.name || (sent.size !== 'small' && sent.size !== 'large')) return none(400);
    const weight = sent.weight ?? 0;
    if (!Number.isInteger(weight) || weight < 1 || weight > 99) return none(400);
    last += 1;
    kept.set(last, { id: last, name: sent.name, size: sent.size, weight, archived: false });
    return Response.json(kept.get(last), { status: 201 });
  };
  const below = async (request: Request, box: Box, [kind, of]: readonly (string | undefined)[]): Promise<Response> => {
    if (kind === 'archive') return show({ ...box, archived: true });
    if (kind === 'unarchive')
      return box.archived || fault === 'unarchived twice' ? show({ ...box, archived: false }) : none(409);
    if (request.method === 'GET') {
      const own = [...things].filter(([, thing]) => thing.box === box.id && thing.kind === kind);
      const found = own.find(([id]) => String(id) === of)?.[1].shown;
      if (of === undefined) return Response.json(own.map(([, { shown }]) => shown));
      return found === undefined ? none() : Response.json(found);
    }
    const keep = (shown: object): Response => {
      last += 1;
      things.set(last, { box: box.id, kind, shown: { id: last, ...shown } });
      return Response.json({ id: last, ...shown }, { status: 201 });
    };
    if (kind === 'labels') {
      const { text } = (await request.json().catch(() => ({}))) as { readonly text?: string };
      return text ? keep({ text }) : none(400);
    }
    const file = (await request.formData().catch(() => undefined))?.get('file');
    return file instanceof File ? keep({ fileName: fault === 'file name lost' ? 'upload' : file.name }) : none(400);
  };
  return async (request) => {
    const url = new URL(request.url);
    const [id, ...rest] = url.pathname.split('/').slice(2);
    if (id === undefined) return request.method === 'POST' ? add(request) : list(url.searchParams);
    const box = kept.get(Number(id));
    if (box === undefined)
      return fault === 'labels of nothing' && rest[0] === 'labels' && request.method === 'GET' && rest.length === 1
        ? Response.json([])
        : none();
    if (rest.length > 0) return below(request, box, rest);
    if (request.method !== 'DELETE') return Response.json(box);
    kept.delete(box.id);
    deleted.set(box.id, box);
    for (const [thing, { box: at }] of things) if (at === box.id) things.delete(thing);
    return none(204);
  };
}

async function errorsOf(fault?: Fault): Promise<readonly string[]> {
  const { summary } = await tell({ ...PARTS, target: boxes(fault), phases: ['stateful', 'protocol'] });
  const errors = summary.findings.filter(({ severity }) => severity === 'error');
  return [...new Set(errors.map(({ check, operation }) => `${check} ${operation}`))].filter(
    (each) => each.startsWith('state.') || each.startsWith('filter.'),
  );
}

test('a service that lists more when it is asked to has no finding, nor has a delete while nothing is in print', async () => {
  expect(await errorsOf()).toEqual([]);
});

test('a value that switches a filter off shows what every other value shows', async () => {
  expect(await errorsOf('all is small')).toEqual(['filter.incomplete listBoxes']);
});

test('a value equal to a bound passes where the document says so', async () => {
  expect(await errorsOf('bound left out')).toEqual(['filter.incomplete listBoxes']);
});

test('a flag that adds items shows an item that was brought into that state, and nothing does without it', async () => {
  expect(await errorsOf('archived left out')).toEqual(['filter.incomplete listBoxes']);
  expect(await errorsOf('archived always there')).toEqual(['filter.ignored listBoxes']);
});

test('a flag that adds deleted items shows an item after its delete', async () => {
  expect(await errorsOf('deleted left out')).toEqual(['filter.incomplete listBoxes']);
});

test('a list below a parent that does not exist is refused, where its 404 can mean nothing else', async () => {
  expect(await errorsOf('labels of nothing')).toEqual(['state.unknown-accepted listLabels']);
});

test('what is refused while a flag is not set is refused in that state alone', async () => {
  expect(await errorsOf('unarchived twice')).toEqual(['state.transition-accepted unarchiveBox']);
});

test('the file name of an upload that has no path of its own comes back', async () => {
  expect(await errorsOf('file name lost')).toEqual(['state.upload-name-lost addPicture']);
});
