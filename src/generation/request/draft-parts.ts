import type { Json } from '../../core/index.ts';
import type { FormFieldsOf, MediaType, Operation, Parameter, Schema, WithParameters } from '../../spec/index.ts';
import type { GenerationResult, ValueOptions, Where } from '../model/generator.ts';
import type { Tools } from '../plan/draw-context.ts';

export interface GivenParameter {
  readonly parameter: Parameter;
  readonly value: Json;
}

export interface DraftBody {
  readonly media: MediaType;
  /** A concrete media type, even if the document has `image/*`. */
  readonly mediaType: string;
  readonly value: Json;
  /** Exact text of a documented example. */
  readonly text?: string;
  /** Header fields of parts. */
  readonly fieldsOf?: FormFieldsOf;
}

/** A request before it is serialised: a value for each sent parameter, and for the body. */
export interface RequestDraft {
  readonly operation: Operation;
  readonly parameters: readonly GivenParameter[];
  readonly body: DraftBody | undefined;
}

/** The tools for requests. */
export interface RequestTools {
  readonly tools: Tools;
  readonly value: (schema: Schema, where: Where, options?: ValueOptions) => GenerationResult;
  readonly accepts: (schema: Schema, value: Json) => boolean;
  /**
   * Like `value`, for schemas that standin made: the validator does not know them, so the evaluator
   * decides.
   */
  readonly draw: (schema: Schema, where: Where, options?: ValueOptions) => GenerationResult;
  /** An operation with only this parameter; always the same object, so that its decoder is made once. */
  readonly aloneOf: (parameter: Parameter) => WithParameters;
}
