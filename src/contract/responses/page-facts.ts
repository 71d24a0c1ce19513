import type { Json } from '../../core/index.ts';
import type { Exchange } from '../model/exchange.ts';
import type { PageFacts } from '../model/purpose.ts';

/** What a walk of this kind has shown; undefined for other kinds of stimulus. */
export function pageFactsOf({ purpose: { story } }: Exchange, probe: PageFacts['probe']): PageFacts | undefined {
  return story.kind === 'page' && story.facts.probe === probe ? story.facts : undefined;
}

/** Where more items come than were asked for, nothing more can be said of pages. */
export function isIgnored({ limit, pages }: PageFacts): boolean {
  return limit !== undefined && pages?.some((page) => page.length > limit) === true;
}

/** Ids as texts, so that a number and its digits are one. */
export const texts = (ids: readonly Json[]): readonly string[] => ids.map(String);
