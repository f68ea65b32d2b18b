const { default: Sequencer } = require('@jest/test-sequencer');

/** Short files that run long: what starts tools, and a line that opens every list of a module. */
const LONG = /[\\/]tools[\\/][\w-]+\.test\.ts$|[\\/]lists-that-fail\.test\.tsx$/;

/**
 * Long tests first, so that no worker ends alone. A fresh clone knows the length of files and not of tests: by its size
 * one of 600 bytes would begin last, and take 17 seconds.
 */
class LongFirst extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    const isLong = ({ path }) => LONG.test(path);
    return [...sorted.filter(isLong), ...sorted.filter((test) => !isLong(test))];
  }
}

module.exports = LongFirst;
