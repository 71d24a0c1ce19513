import { networkInterfaces } from 'node:os';

/** Addresses by which other machines reach a server that listens on every interface: those of IPv4 first. */
export function lanUrls(host: string | undefined, port: number): readonly string[] {
  if (host !== '0.0.0.0' && host !== '::') return [];
  const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  return addresses
    .filter(({ internal, family, address }) => !internal && family === 'IPv4' && !address.startsWith('169.254.'))
    .map(({ address }) => `http://${address}:${port}`);
}
