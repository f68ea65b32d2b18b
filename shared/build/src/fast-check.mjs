// Replaces fast-check in tests (see jest.config.ts): the library with a fixed seed unless FAST_CHECK_SEED is set. Tests
// without properties do not load it.
import * as fc from '../node_modules/fast-check/lib/fast-check.js';

const SEED = 20_260_101;
const given = process.env.FAST_CHECK_SEED;
const seed = given === undefined ? SEED : Number(given);
if (!Number.isInteger(seed)) throw new Error(`FAST_CHECK_SEED is no whole number: ${given}`);
if (seed !== SEED) process.stderr.write(`Properties run with FAST_CHECK_SEED=${seed}\n`);
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });

export * from '../node_modules/fast-check/lib/fast-check.js';
export { default } from '../node_modules/fast-check/lib/fast-check.js';
