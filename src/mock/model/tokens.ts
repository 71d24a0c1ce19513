import { createHmac } from 'node:crypto';

/** The grant of a token that standin issued. */
export interface Grant {
  /** `undefined`: all documented scopes. */
  readonly scopes: readonly string[] | undefined;
  /** Milliseconds since the Unix epoch. */
  readonly expires: number;
}

/** Bearer tokens that the mock issues. */
export interface Tokens {
  /** Lifetime of a token in seconds. */
  readonly life: number;
  /** Never issues the same token twice in one process. Without scopes: all documented scopes. */
  issue(scopes?: readonly string[]): string;
  /** `undefined` for a token that the mock did not issue. */
  grantOf(token: string): Grant | undefined;
}

const LIFE = 3600;
const PREFIX = 'standin.';

/** Whether a string has the form of an issued token. */
export const isOwnToken = (token: string): boolean => token.startsWith(PREFIX);

/**
 * A token contains its grant and a mark of the seed, so nothing is stored: it is valid in every world, in
 * every process with the same seed, and after a restart. The mark distinguishes issued tokens from random
 * strings. A client that knows the seed can make one.
 */
export function createTokens(seed: number, now: () => number): Tokens {
  let count = 0;
  const markOf = (content: string): string =>
    createHmac('sha256', `standin token ${seed}`).update(content).digest('base64url').slice(0, 22);
  return {
    life: LIFE,
    issue(scopes) {
      count += 1;
      const expires = Math.floor(now() / 1000) + LIFE;
      const content = Buffer.from([count, expires, ...(scopes ?? [])].join(' ')).toString('base64url');
      return `${PREFIX}${content}.${markOf(content)}`;
    },
    grantOf(token) {
      if (!isOwnToken(token)) return undefined;
      const [content = '', mark, ...more] = token.slice(PREFIX.length).split('.');
      if (mark !== markOf(content) || more.length > 0) return undefined;
      const [, expires, ...scopes] = Buffer.from(content, 'base64url').toString('utf8').split(' ');
      return { scopes: scopes.length === 0 ? undefined : scopes, expires: Number(expires) * 1000 };
    },
  };
}
