import type { HttpRequest, Json } from '../../core/index.ts';
import { isLastChangeName } from '../../resources/index.ts';
import { type Api, isReadOnly, type Operation, propertiesOf } from '../../spec/index.ts';
import { isJson, isObject, jsonEquals } from '../../wire/index.ts';
import type { Exchange } from '../model/exchange.ts';
import { requestAt } from '../requests/locations.ts';
import { withJson } from '../requests/with-value.ts';
import { pathShapeOf } from '../resource-index/paths.ts';
import { lostByPuttingBack } from './put-back-loss.ts';

/**
 * Keeps settings unchanged: a resource without items (`/settings`) is read before the first write to it,
 * and put back afterwards.
 */
export interface SettingsKeeper {
  /** Reads the settings before a write. Returns the reason if they could not be put back. */
  mayWrite(write: SettingsWrite): Promise<string | undefined>;
  /** Records an answer: a successful write must be put back. */
  saw(exchange: Exchange): void;
  /** Puts everything back and verifies it by a read. Returns the writes that could not be undone. */
  restore(send: Send): Promise<readonly SettingsLeft[]>;
}

export interface SettingsLeft {
  readonly operation: string;
  readonly method: string;
  readonly path: string;
}

export interface SettingsWrite {
  readonly operation: Operation;
  readonly request: HttpRequest;
  readonly look: Send;
}

/** Sends a request of an operation. `undefined`: no answer came. */
export type Send = (request: HttpRequest, operation: Operation) => Promise<Exchange | undefined>;

interface KeptSetting {
  readonly path: string;
  readonly get: Operation;
  readonly writer: Operation;
  readonly before: Json;
  written: boolean;
}

export function createSettingsKeeper(api: Api): SettingsKeeper {
  const known = new Map<string, Promise<KeptSetting | string>>();
  const kept = new Map<string, KeptSetting>();

  async function read({ operation, request: { path }, look }: SettingsWrite): Promise<KeptSetting | string> {
    const there = api.operations.filter((each) => pathShapeOf(each.path) === pathShapeOf(operation.path));
    const get = there.find(({ method }) => method === 'GET');
    const writer = WRITERS.flatMap((method) => there.filter((each) => each.method === method))[0];
    const text = `${operation.id} would change ${operation.path} as a whole`;
    if (get === undefined) return `${text}, and no operation reads it`;
    if (writer === undefined) return `${text}, and no operation puts it back`;
    const before = jsonIn(await look(requestAt({ path }), get));
    if (!isObject(before)) return `${text}, and ${get.id} does not show it as one object`;
    const lost = lostByPuttingBack(api, { get, writer, before });
    if (lost !== undefined) return `${text}, and ${lost}`;
    const entry: KeptSetting = { path, get, writer, before, written: false };
    kept.set(path, entry);
    return entry;
  }

  /** The read values that the writer's request accepts. */
  function bodyOf({ writer, before }: KeptSetting): Json {
    const media = writer.body?.content.find(({ mediaType }) => isJson(mediaType));
    if (!isObject(before) || media?.schema === undefined) return before;
    const properties = propertiesOf(api, media.schema);
    const named = Object.entries(before).filter(([name]) => {
      const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
      return property === undefined ? Object.keys(properties).length === 0 : !isReadOnly(api, property.schema);
    });
    return Object.fromEntries(named);
  }

  async function putBack(entry: KeptSetting, send: Send): Promise<boolean> {
    const { path, get, writer, before } = entry;
    const media = writer.body?.content.find(({ mediaType }) => isJson(mediaType));
    const mediaType = media?.mediaType ?? 'application/json';
    const request = { ...requestAt({ path }), method: writer.method };
    await send(
      withJson(
        {
          ...request,
          headers: [['Content-Type', mediaType]],
          body: { kind: 'parsed', mediaType, value: null, text: '' },
        },
        bodyOf(entry),
      ),
      writer,
    );
    const after = jsonIn(await send(requestAt({ path }), get));
    entry.written = false;
    if (after === undefined) return false;
    if (sameSettings(api, get, before, after)) return true;
    // What differs in two reads without a write changes by itself.
    const again = jsonIn(await send(requestAt({ path }), get));
    return again !== undefined && sameSettings(api, get, before, withSteady(before, after, again));
  }

  return {
    async mayWrite(write) {
      const { path, method } = write.request;
      if (method === 'DELETE')
        return `${write.operation.id} would delete ${write.operation.path}, which may not be the same once it is created again`;
      const reading = known.get(path) ?? read(write);
      known.set(path, reading);
      const found = await reading;
      return typeof found === 'string' ? found : undefined;
    },
    saw({ request, response }) {
      const entry = kept.get(request.path);
      if (entry !== undefined && WRITES.has(request.method) && response.status < 300) entry.written = true;
    },
    async restore(send) {
      const left: SettingsLeft[] = [];
      for (const entry of kept.values())
        if (entry.written && !(await putBack(entry, send)))
          left.push({ operation: entry.writer.id, method: entry.writer.method, path: entry.path });
      return left;
    },
  };
}

/** Methods that may put settings back, the best first. A POST is only of use where it updates them. */
const WRITERS = ['PUT', 'PATCH', 'POST'];

const WRITES = new Set(['PUT', 'PATCH', 'DELETE', 'POST']);

function jsonIn(exchange: Exchange | undefined): Json | undefined {
  if (exchange === undefined || exchange.response.status >= 300) return undefined;
  return exchange.response.body.kind === 'parsed' ? exchange.response.body.value : undefined;
}

/** What a read shows, with the earlier value of each place that the next read shows changed. */
function withSteady(before: Json, after: Json, again: Json): Json {
  if (!isObject(before) || !isObject(after) || !isObject(again)) return jsonEquals(after, again) ? after : before;
  return Object.fromEntries(
    Object.entries(after).map(([name, value]) => {
      const [earlier, later] = [before[name], again[name]];
      return [name, earlier === undefined || later === undefined ? value : withSteady(earlier, value, later)];
    }),
  );
}

/**
 * Whether settings are equal, except for properties that the service sets, such as the time of the last
 * change.
 */
function sameSettings(api: Api, get: Operation, before: Json, after: Json): boolean {
  if (!isObject(before) || !isObject(after)) return jsonEquals(before, after);
  const schema = get.responses
    .find(({ status }) => status.startsWith('2'))
    ?.content.find(({ mediaType }) => isJson(mediaType))?.schema;
  const properties = schema === undefined ? {} : propertiesOf(api, schema);
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].every((name) => {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (isLastChangeName(name) || (property !== undefined && isReadOnly(api, property.schema))) return true;
    const [one, other] = [before[name], after[name]];
    return one !== undefined && other !== undefined && jsonEquals(one, other);
  });
}
