import { createContext } from 'preact';
import type { Keys } from './keys.ts';

export const KeysContext = createContext<Keys | undefined>(undefined);
