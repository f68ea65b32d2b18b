import { ENTRY_FILE } from '@phr/contract/release';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Finding } from '../ports.ts';
import type { Gate } from './gate.ts';
import { isScript } from './release-files.ts';

const KB = 1_000;
/** What a host loads of a module before showing anything: one line per file. */
const ENTRY_LIMIT = 12 * KB;
const CHUNK_LIMIT = 100 * KB;

/** No script exceeds its gzip limit. Operators may set other limits per module. */
export const sizeGate: Gate = {
  id: 'SIZE',
  async findings(release, { budgets }) {
    const found: Finding[] = [];
    for (const { path } of release.files.filter(isScript)) {
      const { length } = await promisify(gzip)(await release.read(path), { level: 9 });
      const limit = path === ENTRY_FILE ? (budgets.entry ?? ENTRY_LIMIT) : (budgets.chunk ?? CHUNK_LIMIT);
      if (length > limit)
        found.push({
          where: path,
          message: `${(length / KB).toFixed(1)} kB gzip, limit ${limit / KB} kB`,
          fix: 'Load parts of it when they are needed, or ask the operators for another limit and say why',
        });
    }
    return found;
  },
};
