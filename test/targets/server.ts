import { type Compile, compilerOf, type Doc, type DocumentedOperation, documentUrl, readDocument } from './document.ts';
import type { Fault, ServerKind } from './fault.ts';
import { type Answer, type Incoming, targetOf } from './http.ts';
import { type Asked, createService, type Handlers } from './service.ts';

/** The clock of every run that says nothing else. */
export const NOW = '2026-12-01';

export interface Blueprint<State> {
  readonly name: string;
  readonly style: string;
  readonly bearer?: string;
  readonly invalid: 400 | 422;
  readonly refuse: (status: number, message: string) => Answer;
  readonly start: () => State;
  readonly handlers: (state: State) => Handlers;
  readonly authorise?: (
    operation: DocumentedOperation,
    incoming: Incoming,
    guards: Fault['guards'],
  ) => Answer | undefined;
  /** What is said of every answer, such as lifecycle headers; a fault has its word after it. */
  readonly finish?: (answer: Answer, asked: Asked, now: number) => Answer;
  readonly faults: Readonly<Record<string, Fault<State>>>;
}

/** A correct server and all the ways in which it can be wrong. Every server that it creates has a state of its own. */
export function defineServer<State>(blueprint: Blueprint<State>): ServerKind {
  const { name, style, bearer, invalid, refuse, faults, authorise, finish } = blueprint;
  // Compiling takes longer than answering, and most servers believe the same.
  let known: ReturnType<typeof contractOf> | undefined;
  const right = () => {
    known ??= contractOf(name);
    return known;
  };
  return {
    name,
    style,
    documentUrl: documentUrl(name),
    ...(bearer === undefined ? {} : { bearer }),
    faults: faults as ServerKind['faults'],
    create(faultName) {
      const fault = faultName === undefined ? undefined : faults[faultName];
      if (faultName !== undefined && !fault) throw new Error(`${name} has no fault ${faultName}`);
      const state = blueprint.start();
      const { document, compile } = fault?.believes ? contractOf(name, fault.believes) : right();
      const handlers = blueprint.handlers(state);
      const now = Date.parse(fault?.now ?? NOW);
      const target = targetOf(
        createService({
          document,
          compile,
          handlers: fault?.does?.(handlers, state) ?? handlers,
          refuse,
          invalid,
          ...(authorise ? { authorise: (operation, incoming) => authorise(operation, incoming, fault?.guards) } : {}),
          finish(answer, asked) {
            const said = finish?.(answer, asked, now) ?? answer;
            return fault?.says?.(said, asked) ?? said;
          },
        }),
      );
      return { ...target, state: () => state };
    },
  };
}

function contractOf(
  name: string,
  change?: (document: Doc) => void,
): { readonly document: Doc; readonly compile: Compile } {
  const document = readDocument(name);
  change?.(document);
  return { document, compile: compilerOf(document, 'request') };
}
