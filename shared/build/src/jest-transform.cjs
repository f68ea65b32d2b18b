const { createHash } = require('node:crypto');
const { readFileSync } = require('node:fs');
const { createTransformer } = require('@swc/jest');

/**
 * Language globals that tests never replace. In the test sandbox each access to a global leaves compiled code (pixel
 * sums take forty times as long), so each module caches them.
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

/** Inserted in the first line, to keep line numbers. */
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
