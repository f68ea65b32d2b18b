const { createHash } = require('node:crypto');
const { readFileSync } = require('node:fs');
const { createTransformer } = require('@swc/jest');

/**
 * Globals of the language that no test replaces. In the test runner's sandbox each look-up of a global leaves compiled
 * code: sums over all pixels of a picture took forty times what they take outside. So each module looks them up once.
 */
const LANGUAGE = [
  'Array',
  'Boolean',
  'DataView',
  'Float32Array',
  'Float64Array',
  'Int16Array',
  'JSON',
  'Map',
  'Math',
  'Number',
  'Object',
  'RegExp',
  'Set',
  'String',
  'Uint8Array',
  'Uint16Array',
];
const SELF = createHash('sha256').update(readFileSync(__filename)).digest('hex');

/** In the first line, which keeps the numbers of all lines. */
function withLookUps(code) {
  const used = LANGUAGE.filter((name) => new RegExp(`\\b${name}\\b`).test(code));
  return used.length === 0 ? code : `var ${used.map((name) => `${name} = globalThis.${name}`).join(', ')};${code}`;
}

module.exports = {
  createTransformer(options) {
    const swc = createTransformer(options);
    return {
      ...swc,
      process(...file) {
        const result = swc.process(...file);
        return { ...result, code: withLookUps(result.code) };
      },
      async processAsync(...file) {
        const result = await swc.processAsync(...file);
        return { ...result, code: withLookUps(result.code) };
      },
      getCacheKey: (...file) =>
        createHash('sha256')
          .update(SELF)
          .update(swc.getCacheKey(...file))
          .digest('hex'),
    };
  },
};
