import { fileURLToPath } from 'node:url';

/** Where processes started by tests cache their compiled code: the next one starts in half the time. */
export const COMPILE_CACHE = { NODE_COMPILE_CACHE: fileURLToPath(new URL('../../.cache/compiled', import.meta.url)) };
