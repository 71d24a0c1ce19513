import type { FieldPairs, ShownBody, ShownExchange } from './control-types.ts';

export interface CopyForm {
  readonly name: string;
  readonly text: string;
}

/** Header fields that every client sets by itself. */
const OWN =
  /^(host|connection|content-length|accept-encoding|user-agent|accept-language|origin|referer|cache-control|pragma|sec-.*|upgrade-.*)$/i;
/** The string that the server writes instead of a secret. */
const HIDDEN = /\[?redacted\]?|\*{3,}/i;

/** An exchange as `curl`, `fetch`, test, override or scenario. Secrets are replaced by names of variables. */
export function copiesOf(exchange: ShownExchange, apiRoot: string, template?: string): readonly CopyForm[] {
  return [
    { name: 'curl', text: curlOf(exchange, apiRoot) },
    { name: 'fetch', text: fetchOf(exchange, apiRoot) },
    { name: 'test', text: testOf(exchange) },
    { name: 'override', text: overrideOf(exchange) },
    { name: 'scenario step', text: stepOf(exchange, template) },
  ];
}

const targetOf = ({ request: { path, query } }: ShownExchange): string => (query === '' ? path : `${path}?${query}`);

const fieldsOf = ({ request }: ShownExchange): FieldPairs => request.headers.filter(([name]) => !OWN.test(name));

const variableOf = (name: string): string => `STANDIN_${name.toUpperCase().replace(/[^A-Z0-9]+/g, '_')}`;

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** The content of a message as it is sent; `undefined` if it has none or the journal did not keep it. */
export function shownBodyText(body: ShownBody | null): string | undefined {
  if (body === null || (body.value === undefined && body.items === undefined)) return undefined;
  if (/xml|text\/(?!json)/.test(body.mediaType) && typeof body.value === 'string') return body.value;
  return body.items === undefined
    ? JSON.stringify(body.value)
    : body.items.map((each) => JSON.stringify(each)).join('\n');
}

function curlOf(exchange: ShownExchange, apiRoot: string): string {
  const { method, body } = exchange.request;
  const fields = fieldsOf(exchange).map(([name, value]) =>
    HIDDEN.test(value) ? `-H "${name}: $${variableOf(name)}"` : `-H ${quote(`${name}: ${value}`)}`,
  );
  const text = shownBodyText(body);
  return [
    `curl -i -X ${method} ${quote(`${apiRoot}${targetOf(exchange)}`)}`,
    ...fields,
    ...(text === undefined ? [] : [`--data-raw ${quote(text)}`]),
  ].join(' \\\n  ');
}

function headersLiteral(exchange: ShownExchange): string {
  const members = fieldsOf(exchange).map(([name, value]) =>
    HIDDEN.test(value)
      ? `${JSON.stringify(name)}: env.${variableOf(name)}`
      : `${JSON.stringify(name)}: ${JSON.stringify(value)}`,
  );
  return `{ ${members.join(', ')} }`;
}

function initLiteral(exchange: ShownExchange): string {
  const { method, body } = exchange.request;
  const text = shownBodyText(body);
  const members = [
    `method: ${JSON.stringify(method)}`,
    `headers: ${headersLiteral(exchange)}`,
    ...(text === undefined ? [] : [`body: ${JSON.stringify(text)}`]),
  ];
  return `{\n  ${members.join(',\n  ')},\n}`;
}

function fetchOf(exchange: ShownExchange, apiRoot: string): string {
  return withVariables(`await fetch(${JSON.stringify(`${apiRoot}${targetOf(exchange)}`)}, ${initLiteral(exchange)});`);
}

function testOf(exchange: ShownExchange): string {
  const { request, response, operation } = exchange;
  const call = `const response = await api.fetch(${JSON.stringify(targetOf(exchange))}, ${initLiteral(exchange)});`;
  const received = operation === undefined ? '' : `\n  expect(api).toHaveReceived(${JSON.stringify(operation)});`;
  return withVariables(`import { expect, test } from 'standin/vitest';

test('${request.method} ${request.path.replaceAll("'", "\\'")} is answered ${response.status}', async ({ api }) => {
  ${call.replaceAll('\n', '\n  ')}
  expect(response.status).toBe(${response.status});${received}
});`);
}

function withVariables(text: string): string {
  return text.includes(': env.STANDIN_') ? `import { env } from 'node:process';\n${text}` : text;
}

function overrideOf({ operation, response }: ShownExchange): string {
  const { body } = response;
  return JSON.stringify(
    {
      ...(operation === undefined ? {} : { operation }),
      status: response.status,
      ...(body?.value === undefined ? {} : { body: body.value }),
    },
    null,
    2,
  );
}

function stepOf({ operation, request, response }: ShownExchange, template?: string): string {
  const parameters = {
    ...pathParameters(request.path, template ?? ''),
    ...Object.fromEntries(new URLSearchParams(request.query)),
  };
  const step = {
    name: `${request.method} ${request.path}`,
    operation: operation ?? `${request.method} ${request.path}`,
    ...(Object.keys(parameters).length === 0 ? {} : { parameters }),
    ...(request.body?.value === undefined ? {} : { body: request.body.value }),
    expect: { status: response.status },
  };
  return JSON.stringify(step, null, 2);
}

/** Values of a path template, which may stand below a base path. */
function pathParameters(path: string, template: string): Record<string, string> {
  const segments = template.split('/');
  const sent = path.split('/').slice(-segments.length + 1);
  const pairs = segments.slice(1).flatMap((segment, at) => {
    const name = /^\{(.+)\}$/.exec(segment)?.[1];
    return name === undefined ? [] : [[name, decodeURIComponent(sent[at] ?? '')] as const];
  });
  return Object.fromEntries(pairs);
}
