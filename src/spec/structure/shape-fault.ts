import type { NodeLocation } from '../model/node-location.ts';

/** One fault of the shape of a document. */
export type ShapeFault = (place: NodeLocation, code: string, message: string) => void;
