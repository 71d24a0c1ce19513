import { describe, expect, test } from 'vitest';
import type { Finding } from '../../../src/contract/index.ts';
import { withSharedCauses } from '../../../src/contract/result/shared-causes.ts';

let count = 0;
function finding(check: string, operation: string, rest: Partial<Finding> = {}): Finding {
  count += 1;
  const fingerprint = String(count);
  const base = {
    check,
    severity: 'error',
    about: 'service',
    tier: 1,
    expected: 'e',
    actual: 'a',
    message: 'm',
    fingerprint,
    count: 1,
  } as const;
  return { ...base, operation, curl: 'curl', ...rest };
}

/** The groups that findings fall into, by their place in the list. */
function groups(findings: readonly Finding[]): readonly (readonly number[])[] {
  const told = withSharedCauses(findings);
  const byCause = new Map<string, number[]>();
  told.forEach(({ cause }, index) => {
    if (cause !== undefined) byCause.set(cause.id, [...(byCause.get(cause.id) ?? []), index]);
  });
  for (const { because, cause } of told)
    if (because !== undefined && cause !== undefined)
      expect(told.find(({ fingerprint }) => fingerprint === because)?.cause).toEqual(cause);
  return [...byCause.values()];
}

const answered = (status: number, text: string): Partial<Finding> => ({
  exchange: {
    request: { method: 'GET', url: 'http://a', headers: [] },
    response: { status, headers: [], body: { text, encoding: 'utf8', size: text.length, truncated: false } },
    startedAt: 0,
    duration: 0,
  },
});

describe('findings have one cause', () => {
  test('where one rule of a component is broken at several operations', () => {
    const at = { pointer: '/components/schemas/Pet/properties/id', keyword: 'type' };
    expect(
      groups([
        finding('schema.type', 'a', at),
        finding('schema.type', 'b', at),
        finding('schema.type', 'c', { pointer: '/paths/~1a' }),
      ]),
    ).toEqual([[0, 1]]);
  });

  test('where no operation takes an empty string, of whatever property', () => {
    // Two of them have one rule of a component.
    const empty = (operation: string, name: string): Finding =>
      finding('accept.boundary-rejected', operation, {
        pointer: name === 'id' ? '/definitions/A/properties/id' : `/paths/~1${operation}`,
        message: `${operation} refused (400) a valid request: its schema of \`${name}\` allows "".`,
        messagePointer: `/body/${name}`,
        keyword: 'minLength',
      });
    const bound = finding('accept.boundary-rejected', 'c', {
      message: 'c refused (400) a valid request: `minLength: 1` of `code` allows "a".',
      messagePointer: '/body/code',
      keyword: 'minLength',
    });
    expect(groups([empty('a', 'id'), empty('b', 'kind'), empty('c', 'id'), bound])).toEqual([[0, 1, 2]]);
    expect(groups([empty('a', 'id'), empty('b', 'kind')])).toEqual([]);
  });

  test('where one operation answers broken requests and valid ones with the page of a framework', () => {
    const page = (check: string): Finding =>
      finding(check, 'a', {
        ...answered(404, 'Not found'),
        messagePointer: '/header/content-type',
        expected: 'application/json',
        actual: 'text/plain',
      });
    expect(groups([page('content-type.undocumented'), page('reject.error-shape')])).toEqual([[0, 1]]);
    expect(groups([page('content-type.undocumented'), page('content-type.undocumented')])).toEqual([]);
  });

  test('where a GET and the HEAD of its path have the same wrong header field', () => {
    const at = { pointer: '/paths/~1files/get', keyword: 'etag' };
    const { operation: _, ...ofHead } = finding('header.etag-inconsistent', '', at);
    expect(groups([finding('header.etag-inconsistent', 'a', at), ofHead])).toEqual([[0, 1]]);
  });

  test('where one rule of a component is broken by refusals of broken requests and of valid ones', () => {
    const at = { pointer: '/components/schemas/Fault', keyword: 'required', messagePointer: '/body' };
    expect(
      groups([
        finding('reject.error-shape', 'a', at),
        finding('schema.required', 'a', at),
        finding('reject.error-shape', 'b', at),
        finding('reject.error-shape', 'b', { ...at, keyword: 'type' }),
      ]),
    ).toEqual([[0, 1, 2]]);
  });

  test('where three operations document one wrong envelope, each for itself', () => {
    const wrong = (operation: string, messagePointer = '/body/data', status = 200) =>
      finding('schema.nullability', operation, {
        pointer: `/paths/~1${operation}/get/responses/${status}/data`,
        messagePointer,
        ...answered(status, ''),
      });
    expect(groups([wrong('a'), wrong('b'), wrong('c', '/body/data/0/name'), wrong('d', '/body/total')])).toEqual([]);
    expect(groups([wrong('a'), wrong('b'), wrong('c'), wrong('d', '/body/data/0/name')])).toEqual([[0, 1, 2]]);
  });

  test('where three operations refuse in the media type of one page, after valid requests or broken ones', () => {
    const page = { expected: 'application/json', actual: 'text/html', messagePointer: '/header/content-type' };
    const refused = { ...page, ...answered(404, '') };
    expect(
      groups([
        finding('content-type.undocumented', 'a', { ...refused, pointer: '/components/responses/Fault/content' }),
        finding('reject.error-shape', 'b', { ...refused, pointer: '/components/responses/Fault/content' }),
        finding('content-type.undocumented', 'c', { ...refused, pointer: '/paths/~1c/get/responses/default/content' }),
        finding('content-type.undocumented', 'd', { ...page, ...answered(200, '') }),
      ]),
    ).toEqual([[0, 1, 2]]);
  });

  test('where three components stand in one envelope that none of them has', () => {
    const of = (component: string, keyword: string, name: string): Partial<Finding> => ({
      ...answered(200, '{}'),
      pointer: `/components/schemas/${component}/${keyword}`,
      messagePointer: `/body/${name}`,
      keyword,
      actual: keyword === 'required' ? 'only `doc, message`' : `{"of":"${component}"}`,
    });
    const enveloped = (component: string) => [
      finding('schema.property-names', `patch${component}`, of(component, 'additionalProperties', 'doc')),
      finding('schema.required', `patch${component}`, of(component, 'required', 'id')),
    ];
    expect(groups([...enveloped('Pet'), ...enveloped('Owner'), ...enveloped('Visit')])).toEqual([
      [0, 2, 4],
      [1, 3, 5],
    ]);
    expect(groups([...enveloped('Pet'), ...enveloped('Owner')])).toEqual([]);
  });

  test('where three operations fail after one kind of broken request', () => {
    const failed = (operation: string, fault: string): Finding =>
      finding('status.server-error', operation, {
        ...answered(500, '{"errors":[{"message":"Something went wrong."}]}'),
        endpoint: `POST /${operation}`,
        message: `POST /${operation} failed: it answered 500 to ${fault}.`,
      });
    const media = 'an invalid request: a body of the media type `text/plain`, which is not documented';
    const id = 'an invalid request: path parameter `id` must be a number, but is the string "not-of-this-type"';
    expect(groups(['a', 'b', 'c'].map((each) => failed(each, media)))).toEqual([[0, 1, 2]]);
    expect(groups(['a', 'b', 'c'].map((each) => failed(each, id)))).toEqual([[0, 1, 2]]);
    const patched = { ...failed('a', media), operation: 'patchA' };
    expect(groups([failed('a', id), patched, failed('b', id), failed('c', id)])).toEqual([[0, 2, 3]]);
    expect(groups([failed('a', media), failed('b', media), failed('c', id)])).toEqual([]);
    expect(groups(['a', 'b', 'c'].map((each) => failed(each, 'a valid request')))).toEqual([]);
  });

  test('where three operations tell as a failure what a validator says of the request, and not what a database says', () => {
    const failed = (operation: string, text: string, fault = 'an invalid request: `limit` must be an integer') =>
      finding('status.server-error', operation, {
        ...answered(500, JSON.stringify({ error: text })),
        endpoint: `GET /${operation}`,
        message: `GET /${operation} failed: it answered 500 to ${fault}.`,
      });
    const said = [
      failed('a', 'querystring/limit must be integer'),
      failed('b', "body must have required property 'name'"),
      failed('c', 'body/0 must be object'),
    ];
    expect(groups(said)).toEqual([[0, 1, 2]]);
    expect(groups(said.slice(0, 2))).toEqual([]);
    expect(groups(['a', 'b', 'c'].map((each) => failed(each, `column ${each} of type uuid is broken here`)))).toEqual(
      [],
    );
    expect(groups(['a', 'b', 'c'].map((each) => failed(each, `${each}s must be sorted`, 'a valid request')))).toEqual(
      [],
    );
  });

  test('where three operations refuse a missing credential and a wrong one with one status', () => {
    const refused = (operation: string, keyword: string, actual: string) =>
      finding('auth.wrong-status', operation, { keyword, actual, messagePointer: '/status' });
    const seen = ['a', 'b', 'c'].flatMap((each) => [refused(each, 'none', '403'), refused(each, 'invalid', '403')]);
    expect(groups([...seen, refused('d', 'none', '400')])).toEqual([[0, 1, 2, 3, 4, 5]]);
  });

  test('where three operations do not validate a parameter of one name', () => {
    const sorted = (operation: string) => finding('reject.enum', operation, { messagePointer: '/query/sort' });
    expect(groups(['a', 'b', 'c'].map(sorted))).toEqual([[0, 1, 2]]);
    expect(groups(['a', 'b'].map(sorted))).toEqual([]);
  });

  test('where a path that cannot be decoded fails at three operations', () => {
    const failed = (operation: string, path: string) => {
      const { exchange } = answered(500, `{"message":"no ${operation}"}`);
      const request = { method: 'GET', url: `http://a${path}`, headers: [] };
      return finding('status.server-error', operation, {
        endpoint: `GET /${operation}/{id}`,
        ...(exchange === undefined ? {} : { exchange: { ...exchange, request } }),
      });
    };
    expect(
      groups([failed('a', '/a/%zz'), failed('b', '/b/%zz?x=%41'), failed('c', '/c/%zz'), failed('d', '/d/%41?x=%zz')]),
    ).toEqual([[0, 1, 2]]);
  });

  test('where a wrong credential fails at three operations, whatever each says of it', () => {
    const failed = (operation: string, sent = 'credential-invalid') =>
      finding('status.server-error', operation, {
        case: `protocol/${operation}/${sent}`,
        ...answered(500, `{"message":"${operation} cannot be loaded"}`),
      });
    expect(groups([failed('a'), failed('b'), failed('c'), failed('d', 'unknown-id')])).toEqual([[0, 1, 2]]);
    expect(groups([failed('a'), failed('b')])).toEqual([]);
  });

  test('where the answers to one method are broken off at three paths', () => {
    const broken = (pointer: string, method: string) => {
      const { operation: _, ...of } = finding('transport.broken', '', { pointer });
      return { ...of, exchange: { request: { method, url: 'http://a', headers: [] }, startedAt: 0, duration: 0 } };
    };
    expect(groups([broken('/a', 'HEAD'), broken('/b', 'HEAD'), broken('/c', 'HEAD'), broken('/c', 'GET')])).toEqual([
      [0, 1, 2],
    ]);
  });

  test('where three operations show an item that was deleted', () => {
    const shown = ['a', 'b', 'c'].map((operation) => finding('state.use-after-delete', operation, answered(200, '{}')));
    const empty = { case: 'protocol/d/unknown-id', curl: '', ...answered(200, '{}') };
    const shapeless = [
      finding('schema.required', 'd', empty),
      finding('schema.required', 'd', { ...empty, case: 'coverage/d/valid-all' }),
    ];
    expect(groups([...shown.slice(1), shapeless[1] as Finding])).toEqual([]);
    expect(groups([...shapeless, ...shown])).toEqual([[0, 2, 3, 4]]);
    expect(withSharedCauses([...shapeless, ...shown])[0]?.because).toBe(shown[0]?.fingerprint);
  });

  test('where the service breaks with the same words or the same trace', () => {
    const trace = (id: number) =>
      `{"stack":"TypeError: x of ${id}\\n    at save (/app/db.js:10:3)\\n    at run${id} (/app/a.js:${id}:1)"}`;
    expect(
      groups([
        finding('status.undocumented', 'a', answered(500, trace(1))),
        finding('reject.type', 'b', answered(500, trace(2))),
        finding('status.undocumented', 'c', answered(500, 'out of memory')),
        finding('status.undocumented', 'd', answered(404, trace(1))),
      ]),
    ).toEqual([[0, 1]]);
  });

  test('where refusals show the same trace', () => {
    const trace = (place: string) =>
      `<pre>SyntaxError: Unexpected token in JSON\n    at parse (/app/${place}.js:10:3)</pre>`;
    expect(
      groups([
        finding('leak.stack-trace', 'a', answered(400, trace('json'))),
        finding('leak.stack-trace', 'b', answered(400, trace('json'))),
        finding('schema.type', 'c', answered(400, trace('json'))),
      ]),
    ).toEqual([[0, 1]]);
  });

  test('where three operations show the same of a rule of the API as a whole, and not where two do', () => {
    const three = ['a', 'b', 'c'].map((operation) =>
      finding('header.allow-missing', operation, { actual: `405 at /${operation}` }),
    );
    expect(groups(three)).toEqual([[0, 1, 2]]);
    expect(groups(three.slice(1))).toEqual([]);
    expect(groups(['a', 'b', 'c'].map((operation) => finding('state.lost', operation)))).toEqual([]);
  });

  test('operations that answer with other statuses do not share a cause', () => {
    const seen = [404, 404, 404, 500, 500, 500].map((status, index) =>
      finding('status.undocumented', String(index), { actual: String(status) }),
    );
    expect(groups(seen)).toEqual([
      [0, 1, 2],
      [3, 4, 5],
    ]);
  });

  test('where one operation accepts three kinds of wrong requests', () => {
    const accepted = ['reject.type', 'reject.required', 'reject.enum'].map((check) => finding(check, 'a'));
    expect(groups([...accepted, finding('reject.type', 'b')])).toEqual([[0, 1, 2]]);
  });

  test('refusals of another form or status are not counted as accepted requests', () => {
    const refused = ['reject.error-shape', 'reject.wrong-code', 'reject.foreign-code'];
    expect(groups(refused.map((check) => finding(check, 'a')))).toEqual([]);
    const at = { pointer: '/components/responses/Error/content' };
    const shapes = ['a', 'b', 'c'].map((operation) => finding('reject.error-shape', operation, at));
    expect(withSharedCauses(shapes).map(({ cause }) => cause?.kind)).toEqual(['component', 'component', 'component']);
  });

  test('where one operation takes no credential and a wrong one: the missing one leads', () => {
    const wrong = finding('auth.invalid-accepted', 'a', { curl: '' });
    const missing = finding('auth.missing-accepted', 'a');
    expect(groups([wrong, missing, finding('auth.invalid-accepted', 'b')])).toEqual([[0, 1]]);
    expect(withSharedCauses([wrong, missing])[0]?.because).toBe(missing.fingerprint);
  });

  test('where an operation that takes no credential answers a wrong one as any other request, also if that varies', () => {
    const missing = ['a', 'b', 'c'].map((operation) => finding('auth.missing-accepted', operation));
    const status = finding('auth.wrong-status', 'c', { flaky: true });
    const [lead] = missing;
    expect(withSharedCauses([...missing, status]).at(-1)?.because).toBe(lead?.fingerprint);
    expect(withSharedCauses([...missing.slice(0, 2), status]).at(-1)?.because).toBeUndefined();
  });

  test('where one action is accepted in several states of an item', () => {
    const seen = ['a', 'a', 'b'].map((operation) => finding('state.transition-accepted', operation));
    expect(groups(seen)).toEqual([[0, 1]]);
  });

  test('where one undocumented status has another message in each operation', () => {
    const seen = ['a', 'b', 'c'].map((operation) =>
      finding('status.undocumented', operation, { keyword: '400', actual: `400: ${operation} is wrong` }),
    );
    expect(groups(seen)).toEqual([[0, 1, 2]]);
  });

  test('where an operation fails with an error message of its own after each invalid request', () => {
    const seen = ['`a` must be a string, but is 1', '`b` is required, but missing'].map((rule, at) => ({
      ...finding('status.server-error', String(at), {
        endpoint: `${at === 0 ? 'PUT' : 'PATCH'} /pets/{id}`,
        message: `PUT /pets/{id} failed: it answered 500 to an invalid request: ${rule}.`,
      }),
      ...answered(500, 'Internal Server Error'),
    }));
    expect(groups(seen)).toEqual([[0, 1]]);
  });

  test('where the service asks for no credential, and not where it only accepts a wrong one', () => {
    const seen = ['a', 'b', 'c'].map((operation) => finding('auth.missing-accepted', operation));
    const wrong = ['a', 'b', 'd'].map((operation) => finding('auth.invalid-accepted', operation));
    expect(groups([...seen, ...wrong])).toEqual([[0, 1, 2, 3, 4]]);
    expect(groups([...seen.slice(1), ...wrong])).toEqual([[2, 3, 4]]);
  });

  test('where null is accepted in three operations, and not where it is accepted in two', () => {
    const nulls = ['a', 'b', 'c'].map((operation) =>
      finding('reject.null', operation, { pointer: `/components/schemas/${operation}` }),
    );
    expect(groups(nulls)).toEqual([[0, 1, 2]]);
    expect(groups([...nulls.slice(1), finding('reject.null', 'c', { pointer: '/components/schemas/d' })])).toEqual([]);
  });

  test('where three operations read any media type, whatever else they accept', () => {
    const seen = ['a', 'b', 'c'].flatMap((operation) =>
      ['reject.null', 'reject.empty-body', 'reject.unsupported-media-type'].map((check) => finding(check, operation)),
    );
    expect(groups(seen)).toEqual([
      [0, 3, 6],
      [1, 4, 7],
      [2, 5, 8],
    ]);
  });

  test('what accepts null beside other wrong values is not validated at all', () => {
    const at = (name: string): Partial<Finding> => ({ pointer: `/components/schemas/Pet/properties/${name}` });
    const unvalidated = [
      finding('reject.null', 'a', at('name')),
      finding('reject.null', 'a', at('kind')),
      finding('reject.wrong-type', 'a', at('kind')),
      finding('reject.wrong-type', 'a', at('age')),
    ];
    const nulls = ['b', 'c', 'd'].map((operation) => finding('reject.null', operation));
    expect(groups([...unvalidated, ...nulls])).toEqual([
      [0, 1, 2, 3],
      [4, 5, 6],
    ]);
  });
});

test('the one that stands for the others is the gravest that can be repeated, and no excused or flaky one', () => {
  const at = { pointer: '/components/schemas/Pet', keyword: 'type' };
  const known = finding('schema.type', 'a', { ...at, known: { reason: 'agreed' } });
  const silent = finding('schema.type', 'b', { pointer: at.pointer, keyword: 'type' });
  const { curl: _, ...unrepeatable } = silent;
  const good = finding('schema.type', 'c', at);
  const flaky = finding('schema.type', 'd', { ...at, flaky: true });
  const told = withSharedCauses([known, unrepeatable, good, flaky]);
  expect(told.map(({ because }) => because)).toEqual([good.fingerprint, good.fingerprint, undefined, undefined]);
  expect(told[3]?.cause).toBeUndefined();
});

test('a finding that follows from another one, or that others follow from, keeps its place', () => {
  const at = { pointer: '/components/schemas/Pet', keyword: 'type' };
  const lead = finding('schema.type', 'a', at);
  const following = finding('schema.type', 'b', { ...at, because: lead.fingerprint });
  expect(withSharedCauses([lead, following, finding('schema.type', 'c', at)]).map(({ cause }) => cause)).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test('a cause has the same id in another run, whatever its numbers are', () => {
  const run = (id: number) =>
    withSharedCauses(
      ['a', 'b'].map((operation) => finding('status.undocumented', operation, answered(500, `no row ${id}`))),
    );
  expect(run(1)[0]?.cause?.id).toBe(run(2)[0]?.cause?.id);
});

describe('findings of strangers have one cause', () => {
  test('where a header field breaks its schema everywhere, whatever its value is', () => {
    const of = (actual: string): Partial<Finding> => ({
      actual,
      messagePointer: '/headers/location',
      keyword: 'format',
    });
    expect(
      groups([
        finding('header.schema', 'a', of('segments/12')),
        finding('header.schema', 'b', of('tokens/x')),
        finding('header.schema', 'c', of('6')),
        finding('header.schema', 'd', { ...of('6'), messagePointer: '/headers/link' }),
      ]),
    ).toEqual([[0, 1, 2]]);
  });

  test('where three operations take a number for a string, or a string for a number', () => {
    const of = (wanted: string, sent: string): Partial<Finding> => ({
      message: `it accepted (200) an invalid request: \`x\` must be ${wanted}, but is ${sent}.`,
    });
    const told = [
      finding('reject.wrong-type', 'a', of('a string', '4.5')),
      finding('reject.wrong-type', 'b', of('a string or null', '7')),
      finding('reject.wrong-type', 'c', of('a string', '4.5')),
      finding('reject.wrong-type', 'd', of('a string', 'true')),
      finding('reject.wrong-type', 'e', of('an integer', '"text"')),
    ];
    expect(groups(told)).toEqual([[0, 1, 2]]);
    expect(groups(told.slice(1))).toEqual([]);
  });

  test('where answers of three operations have no body', () => {
    const none = { actual: 'no body', messagePointer: '/body' };
    expect(groups(['a', 'b', 'c'].map((each) => finding('body.empty-when-documented', each, none)))).toEqual([
      [0, 1, 2],
    ]);
    expect(groups(['a', 'b'].map((each) => finding('body.empty-when-documented', each, none)))).toEqual([]);
  });

  test('where absent values of one component are null', () => {
    const at = (name: string): Partial<Finding> => ({ pointer: `/components/schemas/App/properties/${name}/type` });
    expect(
      groups([
        finding('schema.nullability', 'a', at('color')),
        finding('schema.nullability', 'a', at('icon')),
        finding('schema.type', 'a', at('icon')),
        finding('schema.nullability', 'a', { pointer: '/components/schemas/Other/properties/icon/type' }),
      ]),
    ).toEqual([[0, 1]]);
  });

  test('where one page of an error repeats the credential at every path', () => {
    const page = '<html><body data-token="…">You are requesting a page that does not exist!</body></html>';
    const shown = [
      finding('leak.credential-echo', 'a', answered(404, page)),
      finding('leak.credential-echo', 'b', answered(404, page)),
      finding('status.undocumented', 'c', answered(404, page)),
      finding('leak.credential-echo', 'd', answered(200, '{"secret":"…"}')),
    ];
    expect(groups(shown)).toEqual([[0, 1]]);
  });

  test('where one refusal is shaped wrongly after a broken request and after a valid one', () => {
    const at = { messagePointer: '/body/reason', expected: '`reason` must be a string', actual: 'null' };
    expect(
      groups([
        finding('reject.error-shape', 'a', at),
        finding('schema.nullability', 'a', at),
        finding('schema.nullability', 'b', at),
        finding('reject.error-shape', 'a', { ...at, messagePointer: '/body/code' }),
      ]),
    ).toEqual([[0, 1]]);
  });
});

describe('writes that store little of what they are sent have one cause', () => {
  const unkept = (operation: string, name: string, rest: Partial<Finding> = {}): Finding =>
    finding('state.update-not-visible', operation, {
      endpoint: `PATCH /${operation}/{id}`,
      messagePointer: `/body/${name}`,
      unkept: 'property',
      ...rest,
    });

  test('where writes of several operations change nothing, and not where each ignores one property', () => {
    const idle = [unkept('zones', 'kind', { unkept: 'write' }), unkept('keys', 'bits', { unkept: 'write' })];
    expect(groups([...idle, unkept('keys', 'type'), unkept('tags', 'name')])).toEqual([[0, 1, 2]]);
    expect(groups([unkept('zones', 'kind'), unkept('keys', 'bits'), unkept('tags', 'name')])).toEqual([]);
  });

  test('where one operation does not store three properties, and not where another stores two less', () => {
    const three = ['type', 'bits', 'owner'].map((name) => unkept('keys', name));
    expect(groups([...three, unkept('zones', 'kind'), unkept('zones', 'serial')])).toEqual([[0, 1, 2]]);
  });

  test('where neither the PUT nor the POST of an item stores a property', () => {
    expect(
      groups([
        unkept('pets', 'owner'),
        finding('state.roundtrip-lossy', 'create', {
          endpoint: 'POST /pets',
          messagePointer: '/body/owner',
          unkept: 'property',
        }),
        unkept('pets', 'name'),
        unkept('shops', 'owner'),
      ]),
    ).toEqual([[0, 1]]);
  });

  test('where a value is rewritten, it is not one that was not stored', () => {
    const rewritten = ['a', 'b', 'c'].map((name) =>
      finding('state.roundtrip-lossy', 'create', { messagePointer: `/body/${name}` }),
    );
    expect(groups(rewritten)).toEqual([]);
  });

  test('where a PUT keeps several properties that it does not have', () => {
    const kept = ['due', 'done'].map((name) =>
      finding('put.partial-update', 'replace', { messagePointer: `/body/${name}` }),
    );
    expect(groups(kept)).toEqual([[0, 1]]);
    expect(groups([...kept.slice(1), finding('put.partial-update', 'other')])).toEqual([]);
  });
});

describe('what a router, a reader of bodies or an error handler does has one cause', () => {
  test('where Allow is missing at one path and wrong at others', () => {
    const wrong = ['GET', 'GET, HEAD'].map((actual, index) =>
      finding('method.allow-mismatch', `m${index}`, { expected: `GET, POST ${index}`, actual }),
    );
    const missing = finding('header.allow-missing', 'c', { actual: 'no Allow' });
    expect(groups([...wrong, missing])).toEqual([[0, 1, 2]]);
    expect(groups([...wrong, finding('header.vary-missing', 'c')])).toEqual([]);
  });

  test('where two operations convert four parameters, and not where they convert three', () => {
    const of = (operation: string, parameter: number): Finding =>
      finding('reject.wrong-type', operation, {
        pointer: `/paths/~1${operation}/get/parameters/${parameter}`,
        messagePointer: `/query/p${parameter}`,
        message: '`x` must be true or false, but is the string "not-of-this-type".',
      });
    const four = [of('a', 1), of('a', 2), of('b', 3), of('b', 4)];
    expect(groups(four)).toEqual([[0, 1, 2, 3]]);
    expect(groups(four.slice(1))).toEqual([]);
  });

  test('where null is accepted everywhere, also what is left beside an operation that validates nothing', () => {
    const at = (name: string): Partial<Finding> => ({ pointer: `/components/schemas/Pet/properties/${name}` });
    const unvalidated = [
      finding('reject.null', 'a', at('name')),
      finding('reject.null', 'b', at('kind')),
      finding('reject.wrong-type', 'a', at('age')),
    ];
    expect(groups([...unvalidated, finding('reject.null', 'c'), finding('reject.null', 'd')])).toEqual([
      [0, 1, 2],
      [3, 4],
    ]);
  });

  test('where three operations, each with its own schema, refuse in the same wrong form', () => {
    const refused = ['a', 'b', 'c'].map((operation) =>
      finding('reject.error-shape', operation, {
        ...answered(400, '{"reason":null}'),
        messagePointer: '/body/reason',
        pointer: `/paths/~1${operation}`,
      }),
    );
    expect(groups(refused)).toEqual([[0, 1, 2]]);
    expect(groups(refused.slice(1))).toEqual([]);
  });

  test('where one value is taken without any rule', () => {
    const at = { messagePointer: '/query/status' };
    expect(
      groups([
        finding('reject.enum', 'a', at),
        finding('reject.wrong-type', 'a', at),
        finding('reject.enum', 'c', { messagePointer: '/query/kind' }),
        finding('reject.enum', 'c', at),
        finding('reject.null', 'b', at),
        finding('reject.empty-body', 'b', at),
      ]),
    ).toEqual([[0, 1]]);
  });

  test('where one place of an answer is null here and a number there', () => {
    const at = { messagePointer: '/body/0/size', keyword: 'type' };
    expect(groups([finding('schema.nullability', 'a', at), finding('schema.type', 'a', at)])).toEqual([[0, 1]]);
  });

  test('where a response of Swagger 2.0 is one component of several operations', () => {
    const at = { pointer: '/responses/BadRequest/schema/type', keyword: 'type' };
    expect(groups([finding('schema.type', 'a', at), finding('schema.type', 'b', at)])).toEqual([[0, 1]]);
  });
});

describe('findings of several operations or cases of one kind have one cause', () => {
  test('where what differs is the status of the operation, not the fault', () => {
    const charset = { messagePointer: '/header/content-type', keyword: 'parameter' };
    const refused = ['415: send JSON', '400', '415'].map((actual, index) =>
      finding('accept.media-type-form', `op${index}`, { ...charset, actual }),
    );
    expect(groups(refused)).toEqual([[0, 1, 2]]);
    const accepted = ['200', '201', '204'].map((actual, index) =>
      finding('auth.invalid-accepted', `op${index}`, { actual }),
    );
    expect(groups(accepted)).toEqual([[0, 1, 2]]);
  });

  test('where one undocumented status refuses broken requests and valid ones', () => {
    const wrong = { keyword: '422', expected: '400', actual: '422' };
    const told = [
      finding('reject.wrong-code', 'a', wrong),
      finding('status.undocumented', 'a', { actual: '422: no such variant' }),
      finding('status.undocumented', 'b', { actual: '422: no such variant' }),
      finding('status.undocumented', 'a', { actual: '404' }),
      finding('reject.wrong-code', 'c', wrong),
      finding('reject.wrong-code', 'd', { ...wrong, keyword: '422 absent' }),
    ];
    expect(groups(told)).toEqual([[0, 1, 2, 4]]);
    expect(groups(told.slice(0, 4))).toEqual([[0, 1]]);
  });

  test('where several operations refuse one bound of one property', () => {
    const at = { messagePointer: '/body/name', keyword: 'minLength' };
    const told = [
      finding('accept.boundary-rejected', 'a', at),
      finding('accept.boundary-rejected', 'b', at),
      finding('accept.boundary-rejected', 'b', { ...at, messagePointer: '/body/until' }),
      finding('accept.boundary-rejected', 'b', { ...at, keyword: 'maxLength' }),
    ];
    expect(groups(told)).toEqual([[0, 1]]);
    expect(groups(told.slice(1))).toEqual([]);
  });

  test('where all lists say the same of their pages', () => {
    const more = { messagePointer: '/body/has_more' };
    const lists = ['a', 'b', 'c'].map((operation) => finding('page.more-inconsistent', operation, more));
    expect(groups([...lists, finding('page.limit-ignored', 'a', more)])).toEqual([[0, 1, 2]]);
    expect(groups(lists.slice(0, 2))).toEqual([]);
  });

  test('where one parameter of a list does nothing, with any values', () => {
    const at = { messagePointer: '/query/startsFrom' };
    expect(
      groups([
        finding('filter.ignored', 'list', at),
        finding('filter.ignored', 'list', at),
        finding('filter.ignored', 'list', { messagePointer: '/query/room' }),
        finding('filter.ignored', 'other', at),
      ]),
    ).toEqual([[0, 1]]);
  });

  test('where one property of an item is not what was written, by a create and by a replacement', () => {
    const at = { messagePointer: '/body/price' };
    expect(
      groups([
        finding('state.roundtrip-lossy', 'make', { ...at, endpoint: 'POST /books' }),
        finding('state.roundtrip-lossy', 'replace', { ...at, endpoint: 'PUT /books/{id}' }),
        finding('state.roundtrip-lossy', 'other', { ...at, endpoint: 'PUT /loans/{id}' }),
      ]),
    ).toEqual([[0, 1]]);
  });
});

describe('server errors have one cause', () => {
  const failed = (operation: string, text: string, rest: Partial<Finding> = {}): Finding =>
    finding('status.server-error', operation, {
      ...answered(500, text),
      endpoint: `GET /${operation}`,
      message: 'It answered 500 to an invalid request.',
      ...rest,
    });

  test('where their words are the same apart from what was sent, and not where other words are in quotes', () => {
    const sent = (value: string): Partial<Finding> => {
      const { exchange } = answered(500, JSON.stringify({ message: `no row named ${value}` }));
      const request = { method: 'GET', url: `http://a/${value}`, headers: [] };
      return exchange === undefined ? {} : { exchange: { ...exchange, request } };
    };
    expect(groups([failed('a', '', sent('wrathful')), failed('b', '', sent('jelly-fish'))])).toEqual([[0, 1]]);
    expect(
      groups([
        failed('a', '{"title":"NullPointerException: getId() of null"}'),
        failed('b', '{"title":"NumberFormatException: empty string"}'),
      ]),
    ).toEqual([]);
  });

  test('where an answer says nothing, only those of one path and one kind of request', () => {
    const empty = '{"status":500,"error":"Internal Server Error"}';
    expect(groups([failed('a', empty), failed('b', empty), failed('c', empty)])).toEqual([]);
    const item = {
      endpoint: 'GET /keys/{id}',
      message: 'It answered 500 to a request for an item that does not exist.',
    };
    expect(
      groups([
        failed('read', empty, item),
        failed('remove', empty, { ...item, endpoint: 'DELETE /keys/{id}' }),
        failed('change', empty, { endpoint: 'PUT /keys/{id}' }),
      ]),
    ).toEqual([[0, 1]]);
  });

  test('where Python shows the error below its frames', () => {
    const trace = (error: string): string =>
      `Traceback (most recent call last):\n  File "/a/web.py", line 17, in run\n    go()\n${error}`;
    const leak = finding('leak.stack-trace', 'a', answered(500, trace('KeyError: 7')));
    const told = withSharedCauses([leak, failed('a', trace('KeyError: 8')), failed('b', trace('TypeError: no list'))]);
    expect(told.map(({ because }) => because)).toEqual([told[1]?.fingerprint, undefined, undefined]);
  });
});
