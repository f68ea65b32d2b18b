import { fileURLToPath } from 'node:url';

/** Where processes that tests start keep what they have compiled: the next one starts in half the time. */
export const COMPILE_CACHE = { NODE_COMPILE_CACHE: fileURLToPath(new URL('../../.cache/compiled', import.meta.url)) };
