import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { StandinError } from '../../core/index.ts';
import type { Limits } from '../model/limits.ts';
import type { ReferenceLoader } from './load-references.ts';
import type { ExternalReference } from './references.ts';
import { refuseReference, withoutSecrets } from './refused-reference.ts';

export interface Remote {
  readonly fetch: typeof globalThis.fetch;
  /** All addresses of a host. Default: DNS. */
  readonly addressesOf?: (host: string) => Promise<readonly string[]>;
  /** Milliseconds for one reference, with redirects and body. */
  readonly deadline?: number;
}

const MAX_HOPS = 5;
const DEADLINE = 10_000;

/** Reads documents over HTTP, only from hosts whose name and addresses are all public. */
export function createRemoteReach(remote: Remote, limits: Limits): ReferenceLoader {
  return {
    nameOf: withoutSecrets,
    read: async (target, from) => {
      const signal = AbortSignal.timeout(remote.deadline ?? DEADLINE);
      let url = new URL(target);
      for (let hop = 0; hop <= MAX_HOPS; hop++) {
        await refusePrivate(url, remote, from);
        const response = await remote.fetch(url, { redirect: 'manual', signal }).catch(() => undefined);
        if (response === undefined)
          return refuseReference(from, 'it could not be fetched in time', 'document.unreachable');
        const location = response.headers.get('location');
        if (response.status < 300 || response.status > 399 || location === null) return bytesOf(response, from, limits);
        url = new URL(location, url);
      }
      return refuseReference(from, `it redirects more than ${MAX_HOPS} times`);
    },
  };
}

async function refusePrivate(url: URL, remote: Remote, from: ExternalReference): Promise<void> {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') refuseReference(from, `${url.protocol} is not fetched`);
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const addresses = isIP(host) > 0 ? [host] : await (remote.addressesOf ?? addressesInDns)(host).catch(() => []);
  if (host === 'localhost' || host.endsWith('.localhost') || addresses.length === 0 || addresses.some(isPrivate))
    refuseReference(from, 'its host is not a public one');
}

async function addressesInDns(host: string): Promise<readonly string[]> {
  return (await lookup(host, { all: true })).map((each) => each.address);
}

/** Loopback, link-local, private and reserved blocks (RFC 6890), for IPv4 also in its IPv6 forms. */
function isPrivate(address: string): boolean {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  // One list for each family, because an IPv4 address also matches the IPv6 block of its mapped
  // form.
  const blocks = new BlockList();
  for (const [net, prefix] of family === 'ipv6' ? PRIVATE_V6 : PRIVATE_V4) blocks.addSubnet(net, prefix, family);
  return blocks.check(address, family);
}

const PRIVATE_V4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
];

const PRIVATE_V6: readonly (readonly [string, number])[] = [
  ['::', 96],
  ['::ffff:0:0', 96],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
];

async function bytesOf(response: Response, from: ExternalReference, limits: Limits): Promise<Uint8Array | undefined> {
  if (response.status === 404 || response.status === 410) return undefined;
  if (!response.ok)
    return refuseReference(
      from,
      `its host answered ${response.status}`,
      isForNow(response) ? 'document.unreachable' : 'document.refused',
    );
  return readBounded(response, limits).catch((cause: unknown) => {
    if (cause instanceof StandinError) throw cause;
    return refuseReference(from, 'it could not be fetched in time', 'document.unreachable');
  });
}

/** Whether a refusal is temporary, so that the URL may be right. */
export function isForNow({ status }: Response): boolean {
  return status >= 500 || status === 408 || status === 429;
}

/** A body of limited size. */
export async function readBounded(response: Response, limits: Limits): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > limits.fileBytes)
      throw new StandinError(
        'document.refused',
        `${withoutSecrets(response.url)}: limit fileBytes: larger than ${limits.fileBytes} bytes`,
      );
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
