import { describe, expect, test } from 'vitest';
import { isSameFileName, parseDisposition } from '../../../src/wire/index.ts';
import { fromYaml, tell } from '../harness.ts';

interface Words {
  readonly upload: string;
  readonly name: string;
  readonly type: string;
  readonly size: string;
  readonly download: string;
}

const PROMISES: Words = {
  upload: 'The file keeps its name and its media type.',
  name: 'Name of the file as it was uploaded.',
  type: 'Media type as it was sent.',
  size: 'Length in bytes.',
  download: 'The file with its own media type.',
};
const NONE: Words = {
  upload: 'Takes a file.',
  name: 'File name.',
  type: 'Media type.',
  size: 'Size.',
  download: 'It.',
};

const documentOf = (words: Words) =>
  fromYaml(`
openapi: 3.1.0
info: { title: Papers, version: '1' }
paths:
  /papers:
    get: { operationId: listPapers, responses: { '200': { description: Papers., content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Paper' } } } } } } }
    post:
      operationId: addPaper
      description: ${JSON.stringify(words.upload)}
      requestBody: { required: true, content: { multipart/form-data: { schema: { type: object, required: [file], properties: { file: { type: string, format: binary } } } } } }
      responses: { '201': { description: It., content: { application/json: { schema: { $ref: '#/components/schemas/Paper' } } } }, '400': { description: No. } }
  /papers/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get: { operationId: readPaper, responses: { '200': { description: It., content: { application/json: { schema: { $ref: '#/components/schemas/Paper' } } } }, '404': { description: None. } } }
    delete: { operationId: dropPaper, responses: { '204': { description: Gone. }, '404': { description: None. } } }
  /papers/{id}/content:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get:
      operationId: download
      responses:
        '200':
          description: ${JSON.stringify(words.download)}
          headers: { Content-Disposition: { description: ${JSON.stringify(words.name)}, schema: { type: string } } }
          content: { '*/*': { schema: { type: string, format: binary } } }
        '404': { description: None. }
components:
  schemas:
    Paper:
      type: object
      required: [id, fileName, contentType, size]
      properties:
        id: { type: integer }
        fileName: { type: string, description: ${JSON.stringify(words.name)} }
        contentType: { type: string, description: ${JSON.stringify(words.type)} }
        size: { type: integer, description: ${JSON.stringify(words.size)} }
`);

interface Paper {
  readonly id: number;
  readonly fileName: string;
  readonly contentType: string;
  readonly size: number;
}

interface Service {
  readonly shows?: (paper: Paper) => Partial<Paper>;
  readonly sends?: (paper: Paper) => Readonly<Record<string, string>>;
}

const ofDownload = ({ fileName, contentType }: Paper): Readonly<Record<string, string>> => ({
  'Content-Type': contentType,
  'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`,
});

function papers({ shows = () => ({}), sends = ofDownload }: Service): (request: Request) => Promise<Response> {
  const kept = new Map<number, readonly [Paper, ArrayBuffer]>();
  let made = 0;
  return async (request) => {
    const [id, below] = new URL(request.url).pathname.split('/').slice(2);
    if (id === undefined && request.method === 'GET') return Response.json([...kept.values()].map(([paper]) => paper));
    if (id === undefined) {
      const form = await request.formData().catch(() => undefined);
      const file = form?.get('file');
      if (!(file instanceof File)) return new Response(null, { status: 400 });
      made += 1;
      const paper = { id: made, fileName: file.name, contentType: file.type, size: file.size };
      const shown = { ...paper, ...shows(paper) };
      kept.set(made, [shown, await file.arrayBuffer()]);
      return Response.json(shown, { status: 201 });
    }
    const [paper, bytes] = kept.get(Number(id)) ?? [];
    if (paper === undefined) return new Response(null, { status: 404 });
    if (below === 'content') return new Response(bytes ?? null, { headers: sends(paper) });
    if (request.method === 'DELETE') kept.delete(paper.id);
    return request.method === 'DELETE' ? new Response(null, { status: 204 }) : Response.json(paper);
  };
}

async function checks(service: Service, words = PROMISES): Promise<readonly string[]> {
  const { summary } = await tell({ ...documentOf(words), target: papers(service), phases: ['stateful'] });
  const wanted = ['state.upload-name-lost', 'state.upload-type-lost', 'state.size-stale', 'state.content-differs'];
  return summary.findings.flatMap(({ check }) => (wanted.includes(check) ? [check] : []));
}

describe('What a file keeps', () => {
  test('a file that keeps name, media type and size gives no finding', async () => {
    expect(await checks({})).toEqual([]);
    expect(await checks({}, NONE)).toEqual([]);
  });

  test.each<[string, Service, string]>([
    ['capitals', { shows: ({ fileName }) => ({ fileName: fileName.toLowerCase() }) }, 'state.upload-name-lost'],
    [
      'umlauts',
      { shows: ({ fileName }) => ({ fileName: fileName.replace(/[^ -~]/g, '_') }) },
      'state.upload-name-lost',
    ],
    ['spaces', { shows: ({ fileName }) => ({ fileName: fileName.replaceAll(' ', '+') }) }, 'state.upload-name-lost'],
    ['one type for all', { shows: () => ({ contentType: 'application/octet-stream' }) }, 'state.upload-type-lost'],
    ['the size in characters', { shows: ({ size }) => ({ size: size - 1 }) }, 'state.size-stale'],
    [
      'the type of a download',
      { sends: (paper) => ({ ...ofDownload(paper), 'Content-Type': 'application/octet-stream' }) },
      'state.upload-type-lost',
    ],
    [
      'the name of a download',
      { sends: (paper) => ({ ...ofDownload(paper), 'Content-Disposition': 'attachment; filename="7.bin"' }) },
      'state.upload-name-lost',
    ],
  ])('%s', async (_, service, check) => {
    expect(await checks(service)).toEqual([check]);
    // Without a promise, a service may choose what it shows of a file whose letters or type are not plain.
    if (!_.startsWith('spaces')) expect(await checks(service, NONE)).toEqual([]);
  });

  test.each<[string, Service]>([
    ['the name in another normal form', { shows: ({ fileName }) => ({ fileName: fileName.normalize('NFD') }) }],
    [
      'UTF-8 that was read as ISO 8859-1',
      { shows: ({ fileName }) => ({ fileName: Buffer.from(fileName).toString('latin1') }) },
    ],
    ['escapes', { shows: ({ fileName }) => ({ fileName: encodeURIComponent(fileName) }) }],
    ['a parameter of the type', { shows: ({ contentType }) => ({ contentType: `${contentType}; charset=utf-8` }) }],
    [
      'a name in ASCII for a download',
      {
        sends: (paper) => ({
          ...ofDownload(paper),
          'Content-Disposition': `attachment; filename="${paper.fileName.replace(/[^ -~]/g, '_')}"`,
        }),
      },
    ],
    [
      'a download whose name has only letters in ASCII',
      {
        sends: (paper) => ({
          ...ofDownload(paper),
          'Content-Disposition': `attachment; filename="${paper.fileName.replace(/[^!-~]/g, '')}"`,
        }),
      },
    ],
    [
      'another type for a file of the general type',
      { shows: ({ contentType }) => ({ contentType: contentType.replace('octet-stream', 'x-binary') }) },
    ],
  ])('silent for %s', async (_, service) => {
    expect(await checks(service)).toEqual([]);
  });
});

describe('A document that tells what a service makes of a file', () => {
  const safe = ({ fileName }: Paper): Partial<Paper> => ({
    fileName: fileName.toLowerCase().replace(/[^a-z0-9.-]/g, '_'),
  });
  const plainType = (): Partial<Paper> => ({ contentType: 'text/plain' });
  const octets = { 'Content-Type': 'application/octet-stream' };
  test.each<[string, Partial<Words>, Service]>([
    [
      'names are cleaned, in the words of the name',
      { name: 'Name of the file as it was uploaded, with all but letters and digits replaced.' },
      { shows: safe },
    ],
    [
      'names are cleaned, in another sentence of the upload',
      { upload: 'The file keeps its name. Characters that file systems refuse are replaced.' },
      { shows: safe },
    ],
    ['names do not change later', { name: 'File name. Unchanged for the life of the paper.' }, { shows: safe }],
    ['names are kept when a file is moved', { upload: 'The file keeps its name when it is moved.' }, { shows: safe }],
    ['types are guessed', { type: 'Media type, guessed from the original file name.' }, { shows: plainType }],
    ['types are detected', { type: 'Media type, detected in the file as it was uploaded.' }, { shows: plainType }],
    ['one file of each type', { upload: 'Keeps the newest file of each media type.' }, { shows: plainType }],
    ['sizes in blocks', { size: 'Size in blocks of 512 bytes.' }, { shows: () => ({ size: 1 }) }],
    ['sizes on disk', { size: 'Size on disk in bytes.' }, { shows: () => ({ size: 4096 }) }],
    ['compressed sizes', { size: 'Size in bytes, compressed.' }, { shows: ({ size }) => ({ size: size + 9 }) }],
    ['sizes of previews', { size: 'Size of the preview in bytes.' }, { shows: () => ({ size: 99 }) }],
    [
      'types of some downloads',
      { download: 'Photos are sent with their own media type. Other files are sent as application/octet-stream.' },
      { sends: () => octets },
    ],
    ['types of renditions', { download: 'A rendition in the media type given by `Accept`.' }, { sends: () => octets }],
  ])('silent where %s', async (_, words, service) => {
    expect(await checks(service, { ...NONE, ...words })).toEqual([]);
  });

  test('a service may name files by their content', async () => {
    const byContent = ({ size }: Paper): Partial<Paper> => ({ fileName: `content-${String(size)}` });
    expect(await checks({ shows: byContent }, NONE)).toEqual([]);
  });
});

test('a file name is compared in any form', () => {
  expect(isSameFileName('GrÃ¶Ã\u009fe.CSV', 'Größe.CSV')).toBe(true);
  expect(isSameFileName('größe.csv', 'Größe.CSV')).toBe(false);
  expect(isSameFileName('100%.csv', '100%.csv')).toBe(true);
  expect(isSameFileName('GrÃ¶ÃŸe.CSV', 'Größe.CSV')).toBe(true);
  expect(isSameFileName('Größe (1).CSV', 'Größe.CSV')).toBe(true);
  expect(parseDisposition(`attachment; filename="a.txt"; filename*=UTF-8''%C3%A4.txt`).filename).toBe('ä.txt');
});
