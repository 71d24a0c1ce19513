import { StandinError } from '../../core/index.ts';
import type { ApplicationVersion } from './decision.ts';

/** Names are used as file names: letters, digits, dots, hyphens, underscores and plus signs. */
const NAME = /^[A-Za-z0-9][\w.+-]{0,99}$/;

export const isRegistryName = (text: string): boolean => NAME.test(text) && !text.includes('..');

/** Throws `usage` for a name that cannot be a file name. */
export function registryName(text: string, what: string): string {
  if (isRegistryName(text)) return text;
  throw new StandinError('usage', `\`${text}\` cannot be the name of ${what}.`, {
    hint: 'Use letters, digits, dots, hyphens, underscores and plus signs.',
  });
}

/** Reads `orders@1.4.0`. Throws `usage`. */
export function applicationVersion(text: string): ApplicationVersion {
  const [, name, version] = /^([^@]+)@([^@]+)$/.exec(text) ?? [];
  if (name === undefined || version === undefined)
    throw new StandinError('usage', `\`${text}\` is not a version of an application.`, {
      hint: 'Write name@version, such as orders@1.4.0.',
    });
  return { name: registryName(name, 'an application'), version: registryName(version, 'a version') };
}

export const labelOfVersion = ({ name, version }: ApplicationVersion): string => `${name}@${version}`;
