import path from 'node:path';

/** The folder of a run's results, which is emptied when the run starts; simultaneous runs use different folders. */
export const OUTPUT = process.env['PLAYWRIGHT_OUTPUT'] ?? path.resolve(import.meta.dirname, '../../.cache/e2e');
