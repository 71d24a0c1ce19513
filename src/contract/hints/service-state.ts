import type { Exchange } from '../model/exchange.ts';
import { hintPlaces, namedPlaces } from './hint-places.ts';
import { refusalEntries } from './refusal-entries.ts';

/** What a sentence calls the service as a whole, or a part of it that is switched on and off. */
const SERVICE =
  'servers?|services?|instances?|nodes?|hosts?|daemons?|installations?|deployments?|systems?|applications?|apis?|features?|functionality|modules?|plugins?|extensions?|modes?|backends?';

/** States that the operator of a service decides about, whatever the sentence calls the service. */
const SETTLED = 'enabled|activated|configured|clustered|initiali[sz]ed|installed|bootstrapped|licensed';
/** Words that mean such a state only behind the name of a service. */
const OF_SERVICE = `${SETTLED}|set up|running|started|ready|connected|joined|supported|available|part of`;

const SAYS_STATE = new RegExp(
  [
    String.raw`\b(?:${SERVICE}) (?:is|are|was|has|have|does|do)(?: not|n't)(?: been| yet| currently)? (?:\w+ )?(?:${OF_SERVICE})\b`,
    String.raw`\b(?:is|are|was|has|have)(?: not|n't)(?: been| yet| currently)? (?:${SETTLED})\b`,
    String.raw`\b(?:is|are|has been|have been) (?:currently )?(?:disabled|switched off|turned off|deactivated|uninitiali[sz]ed|unconfigured)\b`,
    String.raw`\b(?:${SERVICE}) (?:is|are) (?:currently )?(?:in )?(?:read[- ]?only|maintenance|standalone|shutting down)\b`,
  ].join('|'),
  'i',
);

/** A step that was taken before, such as that of the caller: `Client is already trusted`. */
const SAYS_DONE = /\b(?:is|are|has been|have been|was|were) already \w+(?:ed|en)\b/i;

/** What the host of a service lacks, or what it cannot reach. */
const SAYS_HOST =
  /\b(?:executable|command|program|binary|library|driver|kernel module)(?: file)?(?: was| is)? not (?:be )?found\b|\bconnection refused\b|\bno such host\b|\bno route to host\b|\bnetwork is unreachable\b|\b(?:ECONNREFUSED|ECONNRESET|ENOTFOUND|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN)\b/i;

const SAYS_CONDITION =
  /\bonly (?:be )?(?:allowed|permitted|supported|available|valid|used) (?:when|if|while)\b|\b(?:use|have|set|give|specify|provide|send) both\b|\bnot both\b|\b(?:mutually exclusive|at most one of)\b|\bnot be (?:used|combined|set|given|specified|provided|sent) (?:together|at the same time|in combination|along with|with)\b/i;

/**
 * Whether a refusal is about a state of the service that no value of the request changes: `This server is not
 * clustered`, `authentication is not enabled`. It names no place of the request and repeats none of its values.
 * Optional values may depend on such a state, or exclude each other: `target is only allowed when clustered`, `cannot
 * use both page and offset`. What the host lacks or cannot reach is such a state, whatever value leads to it.
 */
export function isAboutService({ api, operation, request, response }: Exchange): boolean {
  if (operation === undefined || response.status < 400 || response.status >= 500) return false;
  const entries = refusalEntries(response.body).filter(
    ({ text }) => SAYS_STATE.test(text) || SAYS_DONE.test(text) || SAYS_HOST.test(text) || SAYS_CONDITION.test(text),
  );
  if (entries.length === 0) return false;
  const places = hintPlaces(api, operation);
  return entries.every((entry) => {
    if (SAYS_HOST.test(entry.text)) return true;
    const named = namedPlaces(entry, places, request);
    return SAYS_CONDITION.test(entry.text) ? named.every(({ required }) => !required) : named.length === 0;
  });
}
