const { default: Sequencer } = require('@jest/test-sequencer');

/** Small files with long tests: those that start tools, and those that open every list of a module. */
const LONG = /[\\/]tools[\\/][\w-]+\.test\.ts$|[\\/]lists-that-fail\.test\.tsx$/;

/**
 * Runs long tests first, so that no worker is left alone at the end. A fresh clone knows sizes but no durations: by
 * size, a file of 600 bytes would start last and run for 17 seconds.
 */
class LongFirst extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    const isLong = ({ path }) => LONG.test(path);
    return [...sorted.filter(isLong), ...sorted.filter((test) => !isLong(test))];
  }
}

module.exports = LongFirst;
