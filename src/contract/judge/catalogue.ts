import { EXCHANGE_CHECKS } from '../checks/index.ts';
import type { RunCheck } from '../model/check.ts';
import { DOCUMENT_CHECKS } from './document-checks.ts';
import { RUN_CHECKS } from './run-checks.ts';
import { BROKEN, TIMEOUT } from './transport-failures.ts';

/** All checks of a run: of an exchange, of a missing answer, of the document, and of the whole run. */
export const CHECKS: readonly RunCheck[] = [...EXCHANGE_CHECKS, TIMEOUT, BROKEN, ...DOCUMENT_CHECKS, ...RUN_CHECKS].map(
  ({ id, tier, severity, about, question, guard }) => ({
    id,
    tier,
    severity,
    about,
    question,
    ...(guard === undefined ? {} : { guard }),
  }),
);
