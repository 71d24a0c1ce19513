/**
 * traffic: reads recorded exchanges: HAR files and the journal of a mock.
 * Sees core, wire and spec. Recordings are written by other programs: what a recorder left out is marked as not judged.
 *
 * layers: model < exchanges
 * - model: what is known of a recorded exchange.
 * - exchanges: HAR and journals, and which of their exchanges use the service.
 */

export { chooseTraffic } from './exchanges/choose-traffic.ts';
export { readTraffic } from './exchanges/read-traffic.ts';
export type { FinishedExchange, RecordedTraffic } from './model/recorded-traffic.ts';
