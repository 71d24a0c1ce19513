import type { Json } from '../../core/index.ts';
import type { Api, MediaType } from '../model/api.ts';
import { once } from '../model/memoize.ts';
import { bodyShapesOf, formTyper } from './body-shapes.ts';

/** How content of a media type is serialised. */
export interface Form {
  /** See `bodyShapesOf`. `mediaType` is a concrete type of this media type. */
  shapes(mediaType: string): ReturnType<typeof bodyShapesOf>;
  /** See `typedForm`. */
  typed(value: Json, text?: string): Json;
}

/** Computes the form of a media type once: its schema may be large, and every request with it needs it. */
export type Forms = (media: MediaType) => Form;

export function createForms(api: Pick<Api, 'deref'>): Forms {
  const known = new WeakMap<MediaType, Form>();
  return (media) => {
    const form = known.get(media) ?? formOf(api, media);
    known.set(media, form);
    return form;
  };
}

function formOf(api: Pick<Api, 'deref'>, media: MediaType): Form {
  const shapes = new Map<string, ReturnType<typeof bodyShapesOf>>();
  const typer = once(() => formTyper(api, media.schema));
  return {
    shapes(mediaType) {
      const before = shapes.get(mediaType) ?? bodyShapesOf(api, media, mediaType);
      shapes.set(mediaType, before);
      return before;
    },
    typed: (value, text) => typer()(value, text),
  };
}
