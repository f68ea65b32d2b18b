import { appendFileSync } from 'node:fs';

/** Jest reporter of a run: writes each failure immediately, since a run that bails out writes no report. */
export default class FirstFailure {
  onTestResult(test, { testResults, testExecError, failureMessage }) {
    const failed = testResults.find(({ status }) => status === 'failed');
    if (failed === undefined && testExecError === undefined && !failureMessage) return;
    const line = { test: test.path, title: failed?.fullName ?? 'does not start' };
    appendFileSync(process.env['MUTATE_FAILURES'], `${JSON.stringify(line)}\n`);
  }
}
