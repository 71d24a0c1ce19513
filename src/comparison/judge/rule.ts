import type { Change, OperationPair } from '../model/change.ts';
import type { ComparisonContext, MessageFlow } from './context.ts';
import type { MessageSides } from './message-proof.ts';
import type { SchemaChanges } from './schema-changes.ts';
import type { SchemaNotes } from './schema-notes.ts';

/** What rules compare with. */
export interface RuleTools {
  readonly context: ComparisonContext;
  readonly schemas: SchemaChanges;
  readonly notes: SchemaNotes;
}

/** One question about an operation that both documents have. */
export interface OperationRule {
  readonly name: string;
  compare(pair: OperationPair, tools: RuleTools): readonly Change[];
}

/** Who writes the requests of an operation: a client, or, for webhooks and callbacks, the service. */
export const requestFlow = ({ kind }: OperationPair): MessageFlow => (kind === 'operation' ? 'sent' : 'received');
export const responseFlow = (pair: OperationPair): MessageFlow => (requestFlow(pair) === 'sent' ? 'received' : 'sent');

/** The side that must accept a value of a flow, and the one that may refuse it. */
export function sidesOf({ base, revision }: OperationPair, { context }: RuleTools, flow: MessageFlow): MessageSides {
  return flow === 'sent'
    ? { accepts: context.base, acceptor: base, refuses: context.revision, refuser: revision }
    : { accepts: context.revision, acceptor: revision, refuses: context.base, refuser: base };
}
