import type { Json } from '../../core/index.ts';
import type { Exchange } from '../model/exchange.ts';
import type { PageFacts } from '../model/purpose.ts';

/** The facts of a page walk of this kind; undefined for other stimuli. */
export function pageFactsOf({ purpose: { story } }: Exchange, probe: PageFacts['probe']): PageFacts | undefined {
  return story.kind === 'page' && story.facts.probe === probe ? story.facts : undefined;
}

/** Whether a page holds more items than requested. Then nothing else can be said about pages. */
export function isIgnored({ limit, pages }: PageFacts): boolean {
  return limit !== undefined && pages?.some((page) => page.length > limit) === true;
}

/** Ids as strings, so that a number equals its digits. */
export const texts = (ids: readonly Json[]): readonly string[] => ids.map(String);
