import type { Api } from '../../spec/index.ts';
import { withResourceNames } from './resource-names.ts';
import { withSupposedAnswers } from './supposed-answers.ts';

/** The document as a mock serves it: with paths for its resource names, and with forms for answers that it does not describe. */
export function servedApi(api: Api): Api {
  return withSupposedAnswers(withResourceNames(api));
}
