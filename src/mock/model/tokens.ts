import { createHmac } from 'node:crypto';

/** What a token that standin issued stands for. */
export interface Grant {
  /** `undefined`: every scope that the document knows. */
  readonly scopes: readonly string[] | undefined;
  /** Milliseconds since the Unix epoch. */
  readonly expires: number;
}

/** Bearer tokens of the mock's own. */
export interface Tokens {
  /** Seconds for which a token holds. */
  readonly life: number;
  /** Never gives the same token twice in one process. Without scopes: every scope that the document knows. */
  issue(scopes?: readonly string[]): string;
  /** `undefined` for a token that is none of ours. */
  grantOf(token: string): Grant | undefined;
}

const LIFE = 3600;
const PREFIX = 'standin.';

/** Is this the form of a token of ours? Says nothing of whether it is one. */
export const isOwnToken = (token: string): boolean => token.startsWith(PREFIX);

/**
 * A token says itself what it stands for and carries a mark of the seed, so that nothing has to be remembered: it holds in every world, in
 * every process of the same seed, and after a restart. The mark keeps apart what was issued from what was made up by accident; whoever knows
 * the seed can write one, as with everything else that a mock makes.
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
