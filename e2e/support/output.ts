import path from 'node:path';

/** The folder of a run's results, which is emptied when the run starts; runs beside each other name their own. */
export const OUTPUT = process.env['PLAYWRIGHT_OUTPUT'] ?? path.resolve(import.meta.dirname, '../../.cache/e2e');
