import { stalls } from './measure/stall.ts';

/**
 * Ten times the limit of `pnpm measure stall`, since a test runs on any machine, beside other work. One body of the
 * seed once blocked everybody for 23 s.
 */
const LIMIT_MS = 2_000;

test('sign-in, sockets and /health keep answering under hostile and heavy bodies, without a fault', async () => {
  const { worst, failed, probes, faults } = await stalls(40, 7);
  expect(Object.entries(worst).filter(([name, ms]) => name !== 'record' && ms > LIMIT_MS)).toEqual([]);
  expect(failed).toBe(0);
  expect(probes).toBeGreaterThan(50);
  expect(faults).toEqual([]);
}, 180_000);
