import type { Change, OperationPair } from '../model/change.ts';
import type { ComparisonContext, MessageFlow } from './context.ts';
import type { MessageSides } from './message-proof.ts';
import type { SchemaChanges } from './schema-changes.ts';
import type { SchemaNotes } from './schema-notes.ts';

/** What a rule gets to do its comparison. */
export interface RuleTools {
  readonly context: ComparisonContext;
  readonly schemas: SchemaChanges;
  readonly notes: SchemaNotes;
}

/** A rule that compares one aspect of an operation that both documents have. */
export interface OperationRule {
  readonly name: string;
  compare(pair: OperationPair, tools: RuleTools): readonly Change[];
}

/** Direction of an operation's requests: sent by clients or, for webhooks and callbacks, received by them. */
export const requestFlow = ({ kind }: OperationPair): MessageFlow => (kind === 'operation' ? 'sent' : 'received');
export const responseFlow = (pair: OperationPair): MessageFlow => (requestFlow(pair) === 'sent' ? 'received' : 'sent');

/** For values of one direction: the side that must accept them, and the side that may refuse them. */
export function sidesOf({ base, revision }: OperationPair, { context }: RuleTools, flow: MessageFlow): MessageSides {
  return flow === 'sent'
    ? { accepts: context.base, acceptor: base, refuses: context.revision, refuser: revision }
    : { accepts: context.revision, acceptor: revision, refuses: context.base, refuser: base };
}
