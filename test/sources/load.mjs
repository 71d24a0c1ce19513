// Imported before anything else: from then on Node loads TypeScript files itself.
import { register } from 'node:module';

register('./hooks.mjs', import.meta.url);
// `stack-traces.mjs` reads the maps that are kept from then on.
process.setSourceMapsEnabled(true);
